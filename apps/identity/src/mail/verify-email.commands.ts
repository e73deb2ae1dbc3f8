import { insertAuditEntry } from '@atrium/audit/audit-entry'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Gone, NotFound } from '#errors.ts'
import { getUser, markEmailVerified } from '#users/user.queries.ts'
import { emailJobs } from './email-jobs.ts'
import { lockMailToken, markTokenUsed } from './mail-token.queries.ts'

export function verifyEmail(deps: Deps, token: string, address: string) {
  const now = deps.now().toISOString()
  return inTransaction(deps, async tx => {
    const found = await lockMailToken(tx, deps.secrets.digest(token), 'confirm_email', now)
    if (!found) throw new Gone('link_expired')
    await markTokenUsed(tx, found.id, now)
    await markEmailVerified(tx, found.userId, now)
    const subject = { subjectType: 'user' as const, subjectId: found.userId }
    await insertAuditEntry(tx, {
      at: now,
      action: 'user.email_verified',
      actorId: found.userId,
      address,
      ...subject,
    })
  })
}

export function resendVerification(deps: Deps, { id }: Actor, language: Language) {
  if (id === null) throw new NotFound('no_user')
  return inTransaction(deps, async tx => {
    const user = await getUser(tx, id)
    if (user.emailVerifiedAt) throw new Conflict('email_already_verified')
    await emailJobs.confirmEmail(tx, { userId: id, language })
  })
}
