import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#deps.ts'
import type { Event } from '#events.ts'
import { markRevoked, type RevokedInvitations } from './invitation.queries.ts'
import { getUserEmail } from './member.queries.ts'

/** Returns how many there were. The caller has locked the project. */
export async function revokePending(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  projectId: number,
  which: RevokedInvitations,
) {
  const revoked = await markRevoked(tx, projectId, which)
  for (const { id: invitationId, email, role } of revoked) {
    await emit({
      type: 'invitation.revoked',
      projectId,
      actorId: actor.id,
      before: { invitationId, email, role },
    })
  }
  return revoked.length
}

/**
 * After somebody was added, removed or got another role: no older invitation lets them in, and none that they have sent
 * outlives their right to send it. The caller has locked the project.
 */
export async function settleInvitations(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  projectId: number,
  userId: number,
) {
  await revokePending(tx, emit, actor, projectId, { email: await getUserEmail(tx, userId) })
  await revokePending(tx, emit, actor, projectId, { unbackedOf: userId })
}
