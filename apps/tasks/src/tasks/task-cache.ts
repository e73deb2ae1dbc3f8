import { createTextCache } from '@atrium/cache/text-cache'
import { among } from '@atrium/database/conditions'
import { sharedRead } from '@atrium/database/prepared'
import { compileSerializer } from '@atrium/http/routes/request-validation'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import { Task } from './task.contract.ts'
import { computedFields, type TaskKey, taskColumns } from './task.queries.ts'

/** Enough for some twenty thousand tasks of usual size. */
const MAX_BYTES = 16 * 1024 * 1024

export type TaskCache = ReturnType<typeof createTaskCache>

/**
 * Tasks as the JSON of the API. A list asks the database for the versions of its tasks, and only for those tasks whose text is
 * not known: the JSON of a task is written once, however many lists show it.
 */
export function createTaskCache(maxBytes = MAX_BYTES) {
  const texts = createTextCache(maxBytes)

  /** Returns the texts of these versions in their order; a task that has changed since is newer, one that is gone is left out. */
  async function read(db: Database, versions: string[]) {
    const found = versions.map(version => texts.find(version))
    const unknown = versions.filter((_, at) => found[at] === undefined).map(keyOf)
    if (unknown.length === 0) return found as string[]
    const tasks = new Map<number, string>()
    const projectIds = unknown.map(({ projectId }) => projectId)
    const ids = unknown.map(({ id }) => id)
    for (const task of await versionedTasks(db, projectIds, ids)) {
      const text = serialize(task)
      texts.store(task.textVersion, text)
      tasks.set(task.id, text)
    }
    return versions.flatMap((version, at) => found[at] ?? tasks.get(keyOf(version).id) ?? [])
  }

  return { read }
}

const serialize = compileSerializer({ schema: Task } as never)

function keyOf(version: string): TaskKey {
  const [id, projectId] = version.split(' ', 2)
  return { id: Number(id), projectId: Number(projectId) }
}

const versionedTasks = sharedRead((db: Database, projectIds: number[], ids: number[]) =>
  selectWithRelated(db, projectIds, ids).select([
    ...taskColumns,
    ...computedFields,
    versionOf('tasks').as('textVersion'),
  ]),
)

/** These tasks of these projects, joined with the states of what they show. */
export function selectWithRelated(db: Database, projectIds: number[], ids: number[]) {
  const related = relatedStates(sql`${projectIds}::bigint[]`, sql`${ids}::bigint[]`).as('related')
  return db
    .selectFrom('tasks')
    .leftJoin(related, join => join.on(sql<boolean>`related.task_id = tasks.id`))
    .where(among('tasks.projectId', projectIds))
    .where(among('tasks.id', ids))
}

/**
 * Two readers that get the same version of a task get the same text: `xmin` is the transaction that wrote the row, and the
 * rest is what the text says about other rows. `table` has the columns of a task and is joined with `relatedStates`.
 */
export function versionOf(table: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<string>`concat_ws(' ', ${column('id')}, ${column('project_id')}, ${column('xmin')}, ${column('version')}, related.state)`
}

/** The state of what tasks of these projects show of stickers, sub-tasks and blockers; most tasks have none of them. */
export function relatedStates(projectIds: RawBuilder<unknown>, ids: RawBuilder<unknown>) {
  return sql<{ taskId: number; state: string }>`(
    select task_id, string_agg(state, ' ' order by state) as state from (
      select task_stickers.task_id, concat('s', stickers.id, '-', stickers.xmin) as state
      from task_stickers join stickers on stickers.id = task_stickers.sticker_id
      where task_stickers.project_id = any(${projectIds}) and task_stickers.task_id = any(${ids})
      union all
      select parent.id, concat('p', subtask_progress(parent.project_id, parent.id)) from (
        select distinct project_id, parent_id as id from tasks
        where project_id = any(${projectIds}) and parent_id = any(${ids}) and deleted_at is null) as parent
      union all
      select distinct task_relations.to_task_id, 'b'
      from task_relations join tasks as blocker
        on blocker.project_id = task_relations.from_project_id and blocker.id = task_relations.from_task_id
      where task_relations.project_id = any(${projectIds}) and task_relations.to_task_id = any(${ids})
        and task_relations.type = 'blocks'
        and blocker.completed_at is null and blocker.deleted_at is null
    ) as states group by task_id)`
}
