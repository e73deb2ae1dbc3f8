import type { Consumer as ConsumerOf } from '@atrium/database/outbox/consume'
import type { Outbox } from '@atrium/database/outbox/outbox'
import { sql } from 'kysely'
import type { DB } from '#database.ts'

/** The audit log, which every change that matters outside is written to in its transaction, is the outbox of consumers. */
export const auditOutbox: Outbox = {
  table: 'audit_entries',
  columns: { type: 'action', createdAt: 'at' },
  fields: sql`id, action as type, at, actor_id, client_id, subject_type, subject_id, address,
    (details ->> 'roleId')::bigint as role_id`,
}

/** An audit entry as consumers read it. Its details stay inside: they can have email addresses. */
export interface StoredEntry {
  id: number
  /** The action. */
  type: string
  at: string
  actorId: number | null
  clientId: string | null
  subjectType: string | null
  subjectId: number | null
  address: string | null
  roleId: number | null
}

export type Consumer = ConsumerOf<DB, StoredEntry>
