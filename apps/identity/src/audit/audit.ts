import { type AuditEntry, insertAuditEntry } from '@atrium/audit/audit-entry'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'

type Action = Pick<AuditEntry, 'action' | 'subjectType' | 'subjectId' | 'details'>

interface Performer {
  id: number | null
  clientId: string
  address: string | null
}

/** Records what an actor did, in the transaction that does it. */
export function audit({ now }: Deps, tx: Database, { id, clientId, address }: Performer, action: Action) {
  const performer = { actorId: id, clientId: clientId || null, address }
  return insertAuditEntry(tx, { at: now().toISOString(), ...performer, ...action })
}
