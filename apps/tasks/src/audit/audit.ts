import { insertAuditEntry } from '@atrium/audit/audit-entry'
import type { Database } from '#database.ts'

interface Action {
  /** Such as `role.created`. */
  action: string
  subjectType?: string
  subjectId?: number
  details?: Record<string, unknown>
}

interface Performer {
  passportId: number
  grant?: { application: string | null }
}

/** Records what an actor did to the whole installation, in the transaction that does it. A robot has no passport. */
export function audit(
  { now }: { now: () => Date },
  tx: Database,
  { passportId, grant }: Performer,
  action: Action,
) {
  return insertAuditEntry(tx, {
    at: now().toISOString(),
    actorId: passportId || null,
    ...action,
    details: { ...action.details, ...(grant?.application && { application: grant.application }) },
  })
}
