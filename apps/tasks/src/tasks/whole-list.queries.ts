import { orderOf, type Page } from '@atrium/core/paging'
import { prepared } from '@atrium/database/prepared'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import { idsOf } from '#administration/list-filters.ts'
import type { Database } from '#database.ts'
import { type RecordAccess, selectProjectsWithRole } from '#projects/record-access.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { rolesWith } from '#projects/rights.ts'
import { requireRecords } from './matching-tasks.queries.ts'
import type { TaskFilters } from './task.contract.ts'
import { selectTaskPage, type TaskPage, versionColumns } from './task-page.ts'

type Direction = 'asc' | 'desc'

/** Whether nothing but projects limits the list, and it has the order of the ids. */
export function isWholeList({ orderBy, projectId, page, limit, today, ...others }: TaskFilters) {
  return orderOf(orderBy).field === 'id' && Object.values(others).every(filter => filter === undefined)
}

/** A page of all tasks of the named projects, or of all projects of the user: one statement, which the rights are part of. */
export async function findWholePage(
  db: Database,
  actor: Actor,
  { projectId, orderBy }: TaskFilters,
  { limit, offset }: Page,
): Promise<TaskPage> {
  const { direction } = orderOf(orderBy)
  const end = offset + limit
  if (projectId === undefined) {
    const roles = rolesWith('project.read')
    const limits = tokenProjects(actor) ?? null
    const [page] = await pageOfOwn[direction](db, actor.id, roles, limits, limit, offset, end)
    return page as TaskPage
  }
  const ids = [...new Set(idsOf(projectId))]
  const [page] = await pageOfNamed[direction](db, actor.id, ids, limit, offset, end)
  const { records, ...found } = page as TaskPage & { records: (RecordAccess & { id: number })[] }
  requireRecords(actor, 'projectId', ids, records, 'project.read')
  return found
}

const pageOfOwn = { asc: ownPage('asc'), desc: ownPage('desc') }
const pageOfNamed = { asc: namedPage('asc'), desc: namedPage('desc') }

function ownPage(direction: Direction) {
  return prepared(
    (
      db: Database,
      userId: number,
      roles: MemberRole[],
      limits: number[] | null,
      limit: number,
      offset: number,
      end: number,
    ) => {
      const own = selectProjectsWithRole(db, userId, roles, limits)
      return sql<TaskPage>`
        with listed as materialized (select array(${own}) as project_ids)
        select page.* from (${selectWholePage(direction, { limit, offset, end })}) as page`
    },
  )
}

function namedPage(direction: Direction) {
  return prepared(
    (_db: Database, userId: number, ids: number[], limit: number, offset: number, end: number) =>
      sql<TaskPage & { records: (RecordAccess & { id: number })[] }>`
        with listed as materialized (select ${ids}::bigint[] as project_ids)
        select page.*, (
          select coalesce(json_agg(json_build_object('id', projects.id, 'projectId', projects.id, 'role', mine.role,
            'type', projects.type)), '[]')
          from listed join projects on projects.id = any(listed.project_ids)
            left join project_members as mine on mine.project_id = projects.id and mine.user_id = ${userId}
        ) as records
        from (${selectWholePage(direction, { limit, offset, end })}) as page`,
  )
}

/**
 * Reads the first tasks of each project, up to the end of the page. The range of one project, in the order of project and
 * id, is the order of `tasks_project_id_key`; for an equality PostgreSQL may prefer the index of all ids, and would read the
 * tasks of others until it has found enough of these.
 */
function selectWholePage(
  direction: Direction,
  { limit, offset, end }: { limit: number; offset: number; end: number },
): RawBuilder<TaskPage> {
  const order = sql.raw(direction)
  const rows = sql`
    select task.* from unnest((select project_ids from listed)) as project (id) cross join lateral (
      select ${sql.join(versionColumns)} from tasks
      where tasks.project_id between project.id and project.id and tasks.deleted_at is null
      order by tasks.project_id ${order}, tasks.id ${order} limit (select ${end}::bigint)) as task
    order by task.id ${order} limit (select ${limit}::bigint) offset (select ${offset}::bigint)`
  const count = sql`select count(*) from tasks
    where tasks.project_id = any((select project_ids from listed)::bigint[]) and tasks.deleted_at is null`
  return selectTaskPage(rows, count, { limit, offset })
}
