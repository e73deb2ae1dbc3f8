import { listPage } from '@atrium/database/list-page'
import type { Page } from '@atrium/http/pagination'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#deps.ts'
import type { ActivityEvent } from '#events.ts'
import type { Activity } from './activity.schema.ts'

export async function insertActivity(tx: Database, { name, before, after, ...event }: ActivityEvent) {
  const { id } = await tx
    .insertInto('activity')
    .values({
      ...event,
      type: name,
      before: JSON.stringify(before ?? {}),
      after: JSON.stringify(after ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findLastActivityId(db: Database) {
  const { last } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Newest first. */
export function listActivity(db: Database, of: { projectId: number } | { taskId: number }, page: Page) {
  const [column, id] =
    'taskId' in of ? (['taskId', of.taskId] as const) : (['projectId', of.projectId] as const)
  const rows = db
    .selectFrom('activity')
    .leftJoin('users', 'users.id', 'activity.actorId')
    .where(`activity.${column}`, '=', id)
    .select([
      'activity.id',
      'projectId',
      'boardId',
      'taskId',
      'actorId',
      'type',
      'before',
      'after',
      'activity.createdAt',
      userSummary.as('actor'),
    ])
    .$castTo<Activity>()
    .orderBy('activity.id', 'desc')
  return listPage(rows, page)
}
