import { pageOf } from '@atrium/core/paging'
import type { ListQuery } from '@atrium/core/schema'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import type { TaskKey } from '../task.queries.ts'

/** The vote of the user comes first, so that the first page says whether there is one. */
export function listVotes(
  db: Database,
  userId: number,
  { id, projectId }: TaskKey,
  page: Static<typeof ListQuery>,
) {
  const votes = db
    .selectFrom('taskVotes')
    .innerJoin('users', 'users.id', 'taskVotes.userId')
    .where('taskVotes.projectId', '=', projectId)
    .where('taskVotes.taskId', '=', id)
    .select(['taskVotes.createdAt', userSummary.$castTo<UserSummary>().as('user')])
    .orderBy(sql`task_votes.user_id = ${userId}`, 'desc')
    .orderBy('taskVotes.createdAt')
    .orderBy('taskVotes.userId')
  return listPage(votes, pageOf(page))
}

interface OwnVote {
  taskId: number
  projectId: number
  userId: number
}

/** Returns whether the user had not voted yet. */
export async function insertVote(tx: Database, vote: OwnVote, createdAt: string) {
  const added = await tx
    .insertInto('taskVotes')
    .values({ ...vote, createdAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('taskId')
    .executeTakeFirst()
  return added !== undefined
}

/** Adds the votes for new tasks, in the order of tasks: every vote changes the count of its task. */
export async function insertVotes(tx: Database, votes: (OwnVote & { createdAt: string })[]) {
  await sql`insert into task_votes (task_id, project_id, user_id, created_at)
    select "taskId", "projectId", "userId", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(votes)}::jsonb)
      as ("taskId" bigint, "projectId" bigint, "userId" bigint, "createdAt" timestamptz)
    order by "taskId", "userId"`.execute(tx)
}

/** Returns whether the user had voted. */
export async function deleteVote(tx: Database, { taskId, projectId, userId }: OwnVote) {
  const { numDeletedRows } = await tx
    .deleteFrom('taskVotes')
    .where('projectId', '=', projectId)
    .where('taskId', '=', taskId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
