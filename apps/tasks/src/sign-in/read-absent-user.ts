import type { Actor } from '#administration/actor.ts'
import { synchroniseUser } from '#administration/synchronisation.commands.ts'
import { findActingUser, findPassportId } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'

/** The identity service decides whether the account is active and who is an owner. */
export async function readAbsentUser(deps: Deps, userId: number): Promise<Actor | undefined> {
  const passportId = await findPassportId(deps.db, userId)
  const profile = passportId === undefined ? undefined : await deps.identity.readProfile(passportId)
  if (!profile) return undefined
  const known = await findActingUser(deps.db, profile.passportId)
  if (known?.isOwner !== profile.isOwner)
    await synchroniseUser(deps, profile, { isSignIn: false, language: 'en' })
  const user = await findActingUser(deps.db, profile.passportId)
  if (!user || user.archivedAt) return undefined
  const { id, roles, permissions } = user
  return { id, passportId: profile.passportId, roles, permissions: new Set(permissions) }
}
