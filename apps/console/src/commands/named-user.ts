import { StartRefused } from '@atrium/core/errors'
import type { Deps } from '@atrium/identity/deps'
import { findCredentials } from '@atrium/identity/users/credentials.queries'

/** Finds a user by email address, phone or ID, archived ones too. */
export async function userIdOf({ db }: Deps, named: string) {
  if (/^\d{1,15}$/.test(named)) return Number(named)
  const user = await findCredentials(db, named)
  if (!user) throw new StartRefused(`The user ${named} was not found`)
  return user.id
}

export async function getNamedRole({ db }: Deps, name: string) {
  const role = await db.selectFrom('roles').select(['id', 'name']).where('name', '=', name).executeTakeFirst()
  if (!role) throw new StartRefused(`The role ${name} was not found`)
  return role
}
