import type { AuditRecord } from '@atrium/audit/audit-record.contract'
import { orderOf, pageOf } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import type { AuditFilters, NamedAuditRecord } from './audit.contract.ts'

export function listAuditRecords(db: Database, filters: AuditFilters) {
  const { direction } = orderOf(filters.orderBy)
  const entries = db
    .selectFrom('auditEntries')
    .selectAll()
    .select([actorName.as('actorName'), subjectName.as('subjectName')])
    .where(matching(filters))
    .orderBy('id', direction)
  return listPage(entries.$castTo<NamedAuditRecord>(), pageOf(filters))
}

const actorName = sql<string | null>`(select concat_ws(' ', name, surname) from users where id = actor_id)`

const subjectName = sql<string | null>`case subject_type
  when 'user' then (select concat_ws(' ', name, surname) from users where id = subject_id)
  when 'role' then (select name from roles where id = subject_id)
  when 'permission' then (select name from permissions where id = subject_id)
  when 'client' then (select name from clients where id = subject_id)
  when 'city' then (select name from cities where id = subject_id)
  when 'language' then (select name from languages where id = subject_id)
  when 'post' then (select name from posts where id = subject_id) end`

export async function findUserNames(db: Database, ids: number[]) {
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .select(['id', sql<string>`concat_ws(' ', name, surname)`.as('name')])
    .execute()
  return new Map<number | null, string>(rows.map(({ id, name }) => [id, name]))
}

/** What happened to a user, newest first, without the addresses of other actors: the user can read it. */
export async function listRecordsAbout(db: Database, userId: number, limit: number) {
  const rows = await db
    .selectFrom('auditEntries')
    .selectAll()
    .where('subjectType', '=', 'user')
    .where('subjectId', '=', userId)
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute()
  return rows.map(row => ({
    ...row,
    address: row.actorId === null || row.actorId === userId ? row.address : null,
  })) as AuditRecord[]
}

function matching({ action, actorId, userId, subjectType, subjectId, from, to }: AuditFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'auditEntries'>) =>
    and([
      ...(action ? [eb('action', '=', action)] : []),
      ...(actorId ? [eb('actorId', '=', actorId)] : []),
      ...(userId
        ? [
            or([
              eb('actorId', '=', userId),
              and([eb('subjectType', '=', 'user'), eb('subjectId', '=', userId)]),
            ]),
          ]
        : []),
      ...(subjectType ? [eb('subjectType', '=', subjectType)] : []),
      ...(subjectId ? [eb('subjectId', '=', subjectId)] : []),
      ...(from ? [eb('at', '>=', from)] : []),
      ...(to ? [eb('at', '<=', to)] : []),
    ])
}
