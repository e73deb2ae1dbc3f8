import { Conflict, EntityNotFound, Gone } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { getUser, markEmailVerified } from '#users/user.queries.ts'
import { mailJobs } from './mail-jobs.ts'
import { lockMailToken, markTokenUsed } from './mail-token.queries.ts'

export function verifyEmail(deps: Deps, token: string, address: string) {
  const now = deps.now().toISOString()
  return inTransaction(deps, async tx => {
    const found = await lockMailToken(tx, deps.secrets.digest(token), 'confirm_email', now)
    if (!found) throw linkIsGone()
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
  if (id === null) throw new EntityNotFound('The user of a client token')
  return inTransaction(deps, async tx => {
    const user = await getUser(tx, id)
    if (user.emailVerifiedAt) throw new Conflict('This e-mail address is confirmed already')
    await mailJobs.confirmEmail(tx, { userId: id, language })
  })
}

/** Unknown, used and expired look alike. */
export function linkIsGone() {
  return new Gone('This link is unknown, was used before or has expired; ask for a new one')
}
