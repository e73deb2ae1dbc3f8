import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { applyProfile } from './apply-profile.ts'
import type { Profile } from './profile.ts'
import { touchSignIn } from './synchronise-user.queries.ts'
import { getUser } from './user.queries.ts'
import type { User } from './user.schema.ts'

/** At sign-in, in one transaction; two first sign-ins at once make one user. */
export function synchroniseUser(deps: Deps, profile: Profile): Promise<User> {
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, announce) => {
    const { id } = await applyProfile(tx, announce, profile, now)
    await touchSignIn(tx, id, now)
    await announce({ name: 'RightsChanged', passportId: profile.passportId })
    return getUser(tx, id)
  })
}
