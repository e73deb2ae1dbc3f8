import { ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import { updatePasswordHash } from '#users/credentials.queries.ts'
import { getUser } from '#users/user.queries.ts'
import { passwordFault } from './password-fault.ts'
import { clearFailuresOf } from './sign-in-failure.queries.ts'

/** By the console, for someone who can no longer sign in: sets the password, unlocks the account and ends its sessions. */
export async function setPassword(deps: Deps, userId: number, password: string) {
  const weakness = await passwordFault(password, await getUser(deps.db, userId))
  if (weakness) throw new ValidationFailed({ password: [weakness] })
  const passwordHash = await deps.passwordHasher.hash(password)
  await inTransaction(deps, async (tx, emit) => {
    await lockUser(tx, userId)
    await updatePasswordHash(tx, userId, passwordHash)
    await clearFailuresOf(tx, userId)
    await revokeUserTokens(tx, userId, deps.now())
    await auditConsole(deps, tx, 'user.password_set', userId)
    await emit({ type: 'TokensRevoked', userId })
    await emit({ type: 'PasswordChanged', userId, language: 'en' })
  })
}

/** By the console: failed sign-ins no longer count. */
export function unlockAccount(deps: Deps, userId: number) {
  return inTransaction(deps, async tx => {
    await clearFailuresOf(tx, userId)
    await auditConsole(deps, tx, 'user.unlocked', userId)
  })
}

/** Anyone who can run the console could be anyone: the entry has no actor. */
function auditConsole({ now }: Deps, tx: Deps['db'], action: string, userId: number) {
  const subject = { subjectType: 'user' as const, subjectId: userId }
  return insertAuditEntry(tx, { at: now().toISOString(), actorId: null, action, ...subject })
}
