import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import type { Event } from '#events.ts'
import { announceRole, saveMembership } from '../membership.ts'
import { listTeamChanges } from './team.queries.ts'

interface Applying {
  projectId: number
  /** Null when the identity service reported the change. */
  actorId: number | null
  /** Only this user; by default everyone. */
  userId?: number
}

/** Part of a transaction that has locked the project: gives its members the roles that its teams stand for now. */
export async function applyTeams(tx: Database, emit: Emit<Event>, { projectId, actorId, userId }: Applying) {
  for (const { role, ...membership } of await listTeamChanges(tx, projectId, userId ?? null)) {
    const after = await saveMembership(tx, { projectId, ...membership })
    await announceRole(emit, { projectId, actorId, userId: membership.userId, before: role, after })
  }
}
