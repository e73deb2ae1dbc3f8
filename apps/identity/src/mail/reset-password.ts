import { inTransaction } from '@atrium/database/transaction'
import { ValidationFailed } from '@atrium/http/errors'
import type { Language } from '@atrium/http/language'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { hashPassword } from '#sign-in/password-hash.ts'
import { weaknessOf } from '#sign-in/password-rules.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import { tokenDigest } from '#tokens/token-digest.ts'
import { updatePasswordHash } from '#users/credentials.queries.ts'
import { findMailToken, lockMailToken, markTokenUsed } from './mail-token.queries.ts'
import { linkIsGone } from './verify-email.ts'

interface Reset {
  token: string
  password: string
  language: Language
  address: string
}

/** Sets the password and ends every sign-in; a password that is refused leaves the link as it is. */
export async function resetPassword(deps: Deps, { token, password, language, address }: Reset) {
  const now = deps.now().toISOString()
  const digest = tokenDigest(deps.settings, token)
  const person = await findMailToken(deps.db, digest, 'reset_password', now)
  if (!person) throw linkIsGone()
  const weakness = weaknessOf(password, person)
  if (weakness) throw new ValidationFailed({ password: [weakness] })
  // Whoever waits for a place to hash in holds no connection, which those before them may need.
  const passwordHash = await hashPassword(password)
  await inTransaction(deps, async (tx, announce) => {
    const found = await lockMailToken(tx, digest, 'reset_password', now)
    if (!found) throw linkIsGone()
    const { id, userId } = found
    await updatePasswordHash(tx, userId, passwordHash)
    await markTokenUsed(tx, id, now)
    await revokeUserTokens(tx, userId, deps.now())
    const subject = { subjectType: 'user' as const, subjectId: userId }
    await insertAuditEntry(tx, {
      at: now,
      action: 'user.password_reset',
      actorId: userId,
      address,
      ...subject,
    })
    await announce({ name: 'TokensRevoked', userId })
    await announce({ name: 'PasswordChanged', userId, language })
  })
}
