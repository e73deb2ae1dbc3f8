import { insertAuditEntry } from '@atrium/audit/audit-entry'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import type { Deps } from '#deps.ts'
import { Gone, ValidationFailed } from '#errors.ts'
import { checkStrength } from '#sign-in/credentials/password-checks.ts'
import { forgiveFailures } from '#sign-in/lockout/lockout.commands.ts'
import { deleteUserPasskeys } from '#sign-in/passkeys/passkey.queries.ts'
import { deleteTwoFactor } from '#sign-in/two-factor/two-factor.queries.ts'
import { revokeUserAccess } from '#tokens/revoke-tokens.queries.ts'
import { setPasswordHash } from '#users/credentials.queries.ts'
import { getUser, markEmailVerified } from '#users/user.queries.ts'
import { findMailToken, lockMailToken, markTokenUsed } from './mail-token.queries.ts'

interface Reset {
  token: string
  password: string
  language: Language
  address: string
}

/**
 * Sets the password and ends every session; a password that is refused leaves the link valid. The link proves that the
 * address belongs to the user who opened it. If it was unconfirmed until now, someone else may have registered with it,
 * so passkeys and second factors are removed. Attempts to sign in with the forgotten password no longer count.
 */
export async function resetPassword(deps: Deps, { token, password, language, address }: Reset) {
  const now = deps.now().toISOString()
  const digest = deps.secrets.digest(token)
  const person = await findMailToken(deps.db, digest, 'reset_password', now)
  if (!person) throw new Gone('link_expired')
  const errors = await checkStrength(deps, password, person)
  if (errors) throw new ValidationFailed(errors)
  // Outside the transaction: requests that wait to be hashed must not occupy connections.
  const passwordHash = await deps.passwordHasher.hash(password)
  await inTransaction(deps, async (tx, emit) => {
    const found = await lockMailToken(tx, digest, 'reset_password', now)
    if (!found) throw new Gone('link_expired')
    const { id, userId } = found
    await lockUser(tx, userId)
    const { emailVerifiedAt } = await getUser(tx, userId)
    await setPasswordHash(tx, userId, passwordHash, now)
    await markTokenUsed(tx, id, now)
    await revokeUserAccess(tx, userId, deps.now())
    await forgiveFailures({ ...deps, db: tx }, { account: String(userId), address })
    if (!emailVerifiedAt) {
      await deleteUserPasskeys(tx, userId)
      await deleteTwoFactor(tx, userId)
      await markEmailVerified(tx, userId, now)
      await emit({ type: 'RightsChanged', userId })
    }
    const subject = { subjectType: 'user' as const, subjectId: userId }
    await insertAuditEntry(tx, {
      at: now,
      action: 'user.password_reset',
      actorId: userId,
      address,
      ...subject,
      ...(!emailVerifiedAt && { details: { emailConfirmed: true, factorsRemoved: true } }),
    })
    await emit({ type: 'TokensRevoked', userId })
    await emit({ type: 'PasswordChanged', userId, language })
  })
  const { email, authorizationQuery } = person
  return { email, authorizationQuery }
}
