import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { isAtLeast } from '#projects/rights.ts'

/** The members who can edit tasks, the owner first. */
export async function listActors(db: Database, projectId: number): Promise<Actor[]> {
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

export async function listDemoProjects(db: Database) {
  return db
    .selectFrom('projects')
    .where(sql`settings ->> 'demo'`, '=', 'true')
    .where('type', '=', 'agency')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
}

/** Rows get the time of the database's clock; those that are newer than `moment` are dated back to it. */
export async function backdateTask(db: Database, taskId: number, moment: Date) {
  const at = moment.toISOString()
  await sql`with
    dated_activity as (update activity set created_at = ${at} where task_id = ${taskId} and created_at > ${at}),
    dated_comments as (update comments set created_at = ${at}, updated_at = ${at}
      where task_id = ${taskId} and created_at > ${at}),
    dated_time as (update time_intervals set created_at = ended_at, updated_at = ended_at where task_id = ${taskId}),
    dated_notifications as (update notifications set created_at = ${at}
      where task_id = ${taskId} and created_at > ${at}),
    dated_checklist as (update checklist_items set created_at = ${at} where task_id = ${taskId} and created_at > ${at})
    update task_stickers set attached_at = ${at} where task_id = ${taskId} and attached_at > ${at}`.execute(
    db,
  )
}

/** For what a change of one task adds to the history of another. */
export async function backdateLastActivity(db: Database, taskId: number, moment: Date) {
  await sql`update activity set created_at = ${moment.toISOString()}
    where id = (select max(id) from activity where task_id = ${taskId})`.execute(db)
}

/** The history is listed by id, but was created task by task: it is inserted again in the order of its dates. */
export async function reorderActivity(db: Database, projectId: number) {
  await sql`with
    deleted as (delete from activity where project_id = ${projectId} returning *)
    insert into activity (project_id, board_id, task_id, task_version, actor_id, application, type, before, after,
      created_at)
    select project_id, board_id, task_id, task_version, actor_id, application, type, before, after, created_at
    from deleted order by created_at, id`.execute(db)
}

/** The same for notifications. Those from before `readUntil` are read. */
export async function reorderNotifications(db: Database, projectId: number, readUntil: Date) {
  await sql`with
    deleted as (delete from notifications where project_id = ${projectId} returning *)
    insert into notifications (user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
      created_at, read_at, mailed_at)
    select user_id, type, project_id, board_id, task_id, actor_id, subject, body, context,
      created_at, case when created_at < ${readUntil.toISOString()} then created_at end, mailed_at
    from deleted order by created_at, id`.execute(db)
}

/** The project, its members and its boards are as old as its oldest task. */
export async function backdateProject(db: Database, projectId: number, moment: Date) {
  const at = moment.toISOString()
  await sql`with
    dated_activity as (update activity set created_at = ${at} where project_id = ${projectId} and task_id is null),
    dated_members as (update project_members set joined_at = ${at} where project_id = ${projectId}),
    dated_boards as (update boards set created_at = ${at} where project_id = ${projectId})
    update projects set created_at = ${at} where id = ${projectId}`.execute(db)
}
