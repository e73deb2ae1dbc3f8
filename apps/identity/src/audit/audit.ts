import type { Actor } from '#access-control/actor.ts'
import type { Database, Deps } from '#deps.ts'
import { type AuditEntry, insertAuditEntry } from './audit.queries.ts'

type Told = Pick<AuditEntry, 'action' | 'subjectType' | 'subjectId' | 'details'>

/** What an actor did, for those who ask later. */
export function audit({ now }: Deps, tx: Database, { id, clientId, address }: Actor, told: Told) {
  return insertAuditEntry(tx, { at: now().toISOString(), actorId: id, clientId, address, ...told })
}
