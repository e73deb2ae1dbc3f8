import type { Database, Deps } from '#deps.ts'
import { type AuditEntry, insertAuditEntry } from './audit.queries.ts'

type Told = Pick<AuditEntry, 'action' | 'subjectType' | 'subjectId' | 'details'>

interface Doer {
  id: number | null
  clientId: string
  address: string | null
}

/** What an actor did, for those who ask later. */
export function audit({ now }: Deps, tx: Database, { id, clientId, address }: Doer, told: Told) {
  return insertAuditEntry(tx, { at: now().toISOString(), actorId: id, clientId, address, ...told })
}
