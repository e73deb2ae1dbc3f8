import { listReply, type Page } from '@atrium/core/paging'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '#database.ts'
import { listAncestors } from '../hierarchy.ts'
import { listTasksOf } from '../task.queries.ts'
import type { Ancestor } from './subtask.contract.ts'

/** One level, or all of them with parents before their sub-tasks. */
export async function listSubtasks(db: Database, id: number, page: Page, { all }: { all: boolean }) {
  const [ids, [, ...above]] = await Promise.all([listSubtaskIds(db, id, all), listAncestors(db, id)])
  const items = await listTasksOf(db, ids.slice(page.offset, page.offset + page.limit))
  return { ...listReply(items, ids.length, page), ancestors: visibleAncestors(above) }
}

/** Up to the first one in the trash: what is above it is no longer above the task, as far as anyone can see. */
function visibleAncestors(above: Awaited<ReturnType<typeof listAncestors>>): Ancestor[] {
  const deleted = above.findIndex(({ deletedAt }) => deletedAt)
  return (deleted < 0 ? above : above.slice(0, deleted)).toReversed()
}

/** Without deleted tasks and what is below them. */
export async function listSubtaskIds(db: Database, id: number, all: boolean) {
  const goesOn = all ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id, array[number] as path from tasks where parent_id = ${id} and deleted_at is null
      union all
      select tasks.id, below.path || tasks.number from below
      join tasks on tasks.parent_id = below.id and tasks.deleted_at is null and ${goesOn}
    )
    select id from below order by path`.execute(db)
  return rows.map(row => row.id)
}
