import type { Database } from '#deps.ts'

export interface AuditEntry {
  at: string
  /** In the specification's words, as `user.archived` or `sign-in.failed`. */
  action: string
  actorId: number | null
  clientId?: string | null
  subjectType?: 'user' | 'role' | 'permission' | 'client' | 'key' | 'city' | 'language' | 'post' | 'file'
  subjectId?: number
  address?: string | null
  /** What changed; never a secret. */
  details?: Record<string, unknown>
}

/** In the same transaction as what it tells of. */
export async function insertAuditEntry(db: Database, { details = {}, ...entry }: AuditEntry) {
  await db
    .insertInto('auditEntries')
    .values({ ...entry, details: JSON.stringify(details) })
    .execute()
}
