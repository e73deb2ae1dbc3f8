import type { Announce } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#deps.ts'
import type { Event } from '#events.ts'
import { markRevoked } from './invitation.queries.ts'
import type { InvitationsToRevoke } from './invitation.schema.ts'

/** Answers how many there were. Whoever calls holds the project. */
export async function revokePending(
  tx: Database,
  announce: Announce<Event>,
  actor: Actor,
  projectId: number,
  which: InvitationsToRevoke,
) {
  const revoked = await markRevoked(tx, projectId, which)
  for (const { id: invitationId, email, role } of revoked) {
    await announce({
      name: 'invitation.revoked',
      projectId,
      actorId: actor.id,
      before: { invitationId, email, role },
    })
  }
  return revoked.length
}
