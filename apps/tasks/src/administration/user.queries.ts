import { EntityNotFound } from '@atrium/core/errors'
import { orderOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { isListedFor, showsContactsTo, type Viewer } from './directory.ts'
import { corePageOf } from './list-filters.ts'
import type { RunningTimer, User, UserFilters, UserSummary } from './user.contract.ts'
import { matchingUsers } from './user-filters.ts'

const roles = sql<string[]>`array(
  select roles.name from user_roles join roles on roles.id = user_roles.role_id
  where user_roles.user_id = users.id order by user_roles.id)`

const status = sql<User['status']>`case when users.archived_at is null then 'active' else 'archived' end`

const permissions = sql<string[]>`array(
  select distinct permissions.name from user_roles
  join role_permissions on role_permissions.role_id = user_roles.role_id
  join permissions on permissions.id = role_permissions.permission_id
  where user_roles.user_id = users.id order by permissions.name)`

/** Who acts with a token of the identity service, in one statement. */
export async function findActingUser(db: Database, passportId: number) {
  return db
    .selectFrom('users')
    .where('passportId', '=', passportId)
    .select([
      'id',
      'isOwner',
      'synchronisedAt',
      'archivedAt',
      roles.as('roles'),
      permissions.as('permissions'),
    ])
    .executeTakeFirst()
}

export async function listPermissionsOf(db: Database, ids: number[]) {
  const users = await db
    .selectFrom('users')
    .where(among('users.id', ids))
    .select(['users.id', permissions.as('permissions')])
    .execute()
  return new Map(users.map(user => [user.id, new Set(user.permissions)]))
}

export async function getUserSummary(db: Database, id: number): Promise<UserSummary> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'surname', 'name', 'avatarUrl'])
    .executeTakeFirst()
  if (!user) throw new EntityNotFound('User')
  return user
}

export async function getCurrentUser(db: Database, id: number, now: Date) {
  const [user, runningTimer] = await Promise.all([
    selectUsers(db).where('users.id', '=', id).select(permissions.as('permissions')).executeTakeFirst(),
    findRunningTimer(db, id, now),
  ])
  if (!user) throw new EntityNotFound('User')
  return { ...user, email: String(user.email), runningTimer: runningTimer ?? null }
}

/** After 12 hours it counts as stopped, also before the service gets to it. */
function findRunningTimer(db: Database, userId: number, now: Date) {
  const task = sql<RunningTimer['task']>`json_build_object('id', tasks.id, 'title', tasks.title,
    'number', tasks.number, 'projectId', tasks.project_id)`
  return db
    .selectFrom('timeIntervals')
    .innerJoin('tasks', 'tasks.id', 'timeIntervals.taskId')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where(sql<boolean>`time_intervals.started_at > ${now.toISOString()}::timestamptz - interval '12 hours'`)
    .select(['timeIntervals.id', 'taskId', 'userId', 'startedAt', 'source', 'note', 'isCapped'])
    .select([sql<null>`null`.as('endedAt'), sql<null>`null`.as('duration'), task.as('task')])
    .executeTakeFirst()
}

export async function getUser(db: Database, id: number): Promise<User> {
  const user = await selectUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!user) throw new EntityNotFound('User')
  return user
}

/** As the viewer sees them. */
export async function getUserFor(db: Database, viewer: Viewer, id: number): Promise<User> {
  const user = await selectUsers(db, viewer)
    .where('users.id', '=', id)
    .where(isListedFor(viewer))
    .executeTakeFirst()
  if (!user) throw new EntityNotFound('User')
  return user
}

export function listUsers(db: Database, viewer: Viewer, filters: UserFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const by = field === 'email' ? ifShown(viewer, 'email') : sql.ref(`users.${field}`)
  const users = selectUsers(db, viewer)
    .where(matchingUsers(filters, viewer))
    .orderBy(by, order => order[direction]().nullsLast())
    .orderBy('users.id')
  return listPage(users, corePageOf(filters))
}

/** Without a viewer the record as it is. */
function selectUsers(db: Database, viewer?: Viewer) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      (viewer ? ifShown<number | null>(viewer, 'passport_id') : sql<number | null>`users.passport_id`).as(
        'passportId',
      ),
      (viewer ? ifShown<string | null>(viewer, 'email') : sql<string | null>`users.email`).as('email'),
      'users.surname',
      'users.name',
      'users.patronymic',
      'users.post',
      'users.isOwner',
      'users.avatarUrl',
      'users.createdAt',
      'users.updatedAt',
      'users.lastSignInAt',
      status.as('status'),
      roles.as('roles'),
    ])
}

function ifShown<Value>(viewer: Viewer, column: 'email' | 'passport_id') {
  return sql<Value>`case when ${showsContactsTo(viewer)} then ${sql.ref(`users.${column}`)} end`
}
