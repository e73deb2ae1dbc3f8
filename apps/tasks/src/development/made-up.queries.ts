import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { isAtLeast } from '#projects/rights.ts'

/** Who may act in the project, the owner first. */
export async function listCast(db: Database, projectId: number): Promise<Actor[]> {
  const members = await db
    .selectFrom('projectMembers')
    .innerJoin('users', 'users.id', 'projectMembers.userId')
    .where('projectId', '=', projectId)
    .select(['users.id', 'users.passportId', 'role'])
    .orderBy(sql`role = 'owner'`, 'desc')
    .orderBy('users.id')
    .execute()
  return members
    .filter(({ role }) => isAtLeast(role as 'viewer', 'member'))
    .map(({ id, passportId }) => ({
      id,
      passportId: passportId ?? 0,
      roles: [],
      permissions: new Set<string>(),
    }))
}

export async function findFirstUser(db: Database) {
  return db
    .selectFrom('users')
    .where('archivedAt', 'is', null)
    .select(['id', 'passportId'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function listProjectStickers(db: Database, projectId: number) {
  return db.selectFrom('stickers').where('projectId', '=', projectId).select(['id', 'name']).execute()
}

export async function listPriorityIds(db: Database) {
  const priorities = await db.selectFrom('taskPriorities').select('id').orderBy('level').execute()
  return priorities.map(({ id }) => id)
}

export async function findDemoProjects(db: Database) {
  return db
    .selectFrom('projects')
    .where(sql`settings ->> 'demo'`, '=', 'true')
    .where('type', '=', 'agency')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
}

/** The database dates by its own clock; what was made a moment ago happened then. Earlier moments come first. */
export async function dateTask(db: Database, taskId: number, moment: Date) {
  const then = moment.toISOString()
  await sql`with
    told as (update activity set created_at = ${then} where task_id = ${taskId} and created_at > ${then}),
    said as (update comments set created_at = ${then}, updated_at = ${then}
      where task_id = ${taskId} and created_at > ${then}),
    tracked as (update time_intervals set created_at = ended_at, updated_at = ended_at where task_id = ${taskId}),
    told_of as (update notifications set created_at = ${then} where task_id = ${taskId} and created_at > ${then}),
    listed as (update checklist_items set created_at = ${then} where task_id = ${taskId} and created_at > ${then})
    update task_stickers set attached_at = ${then} where task_id = ${taskId} and attached_at > ${then}`.execute(
    db,
  )
}

/**
 * Notifications are read in the order of their ids, and these were made task by task: they are stored anew in the order
 * of their days. What is older than `read` has been seen.
 */
export async function orderNotifications(db: Database, projectId: number, read: Date) {
  await sql`with
    told as (delete from notifications where project_id = ${projectId} returning *)
    insert into notifications (user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
      created_at, read_at, mailed_at)
    select user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
      created_at, case when created_at < ${read.toISOString()} then created_at end, mailed_at
    from told order by created_at, id`.execute(db)
}

/** The project with its members and boards is as old as its oldest task. */
export async function dateProject(db: Database, projectId: number, moment: Date) {
  const then = moment.toISOString()
  await sql`with
    told as (update activity set created_at = ${then} where project_id = ${projectId} and task_id is null),
    joined as (update project_members set joined_at = ${then} where project_id = ${projectId}),
    planned as (update boards set created_at = ${then} where project_id = ${projectId})
    update projects set created_at = ${then} where id = ${projectId}`.execute(db)
}
