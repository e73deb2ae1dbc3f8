import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { applyProfile, EmailTaken } from './apply-profile.ts'
import type { Profile } from './profile.ts'
import { replaceEmail, touchSignIn } from './synchronise-user.queries.ts'
import type { User } from './user.contract.ts'
import { getUser } from './user.queries.ts'

interface Occasion {
  /** Otherwise the profile was merely too old. */
  isSignIn: boolean
}

/** In one transaction; two first sign-ins at once make one user. */
export function synchroniseUser(deps: Deps, profile: Profile, { isSignIn }: Occasion): Promise<User> {
  const now = deps.now().toISOString()
  return withCurrentEmails(deps, profile, () =>
    inTransaction(deps, async (tx, emit) => {
      const { id, outcome } = await applyProfile(tx, emit, profile, now)
      if (isSignIn || outcome === 'created') await touchSignIn(tx, id, now)
      await emit({ type: 'RightsChanged', passportId: profile.passportId })
      return getUser(tx, id)
    }),
  )
}

/**
 * Addresses are unique at the identity service, so one that two profiles seem to have has moved from one to the other.
 * The record that still has it gets its new one first; an account that is not known there keeps it.
 */
export async function withCurrentEmails<Result>(
  deps: Deps,
  { email }: Profile,
  synchronise: () => Promise<Result>,
): Promise<Result> {
  try {
    return await synchronise()
  } catch (error) {
    if (!(error instanceof EmailTaken)) throw error
    const { passportId } = error
    const newEmail = await deps.identity.readEmail(passportId)
    if (newEmail === undefined || newEmail.toLowerCase() === email.toLowerCase()) throw error
    await inTransaction(deps, async (tx, emit) => {
      await replaceEmail(tx, passportId, { email, newEmail })
      await emit({ type: 'RightsChanged', passportId })
    })
    return synchronise()
  }
}
