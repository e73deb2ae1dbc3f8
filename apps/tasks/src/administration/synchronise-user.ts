import { inTransaction } from '@atrium/database/transaction'
import { Conflict } from '@atrium/http/errors'
import type { Database, Deps } from '#deps.ts'
import {
  ensureRole,
  findByEmail,
  findByPassport,
  insertProfile,
  lockProfile,
  type Profile,
  touchSignIn,
  updateProfile,
} from './synchronise-user.queries.ts'
import { getUser } from './user.queries.ts'
import type { User } from './user.schema.ts'

/** Core rule 7: create or find the local user, save it, assign its roles; a new one is announced. */
export function synchroniseUser(deps: Deps, profile: Profile): Promise<User> {
  return inTransaction(deps, async (tx, announce) => {
    await lockProfile(tx, profile)
    const now = deps.now().toISOString()
    const known = await findLocalUser(tx, profile)
    const id = known ?? (await insertProfile(tx, profile))
    if (known) await updateProfile(tx, id, profile, now)
    await touchSignIn(tx, id, now)
    await ensureRole(tx, id, 'user')
    if (profile.isOwner) await ensureRole(tx, id, 'admin')
    if (!known) await announce({ name: 'UserFirstLoginEvent', userId: id })
    return getUser(tx, id)
  })
}

/** By passport first, then by an e-mail address that nobody's passport claims. */
async function findLocalUser(tx: Database, profile: Profile) {
  const byPassport = await findByPassport(tx, profile)
  const byEmail = await findByEmail(tx, profile)
  const isTaken = byEmail && byEmail.id !== byPassport?.id && byEmail.passportId !== null
  if (isTaken) throw new Conflict('This e-mail address belongs to another account', { field: 'email' })
  return byPassport?.id ?? byEmail?.id
}
