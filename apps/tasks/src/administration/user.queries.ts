import { endOf, orderOf, startOf } from '@atrium/core/paging'
import { among, containing, wordsOf } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import { isListedFor, requireContactFilters, showsContactsTo, type Viewer } from './directory.ts'
import { corePageOf, idsOf } from './list-filters.ts'
import type { RunningTimer, User, UserFilters, UserSettings, UserSettingsChanges } from './user.contract.ts'

const roles = sql<string[]>`array(
  select roles.name from user_roles join roles on roles.id = user_roles.role_id
  where user_roles.user_id = users.id order by user_roles.id)`

const status = sql<User['status']>`case when users.archived_at is null then 'active' else 'archived' end`

export const isRobot = sql<boolean>`(users.client_id is not null)`

export const isGuest = sql<boolean>`users.is_guest`

/** Whatever their roles say, guests only look up people they share a project with, and send feedback. */
const guestPermissions = ['users.read', 'feedback.create']

const permissions = sql<string[]>`array(
  select distinct permissions.name from user_roles
  join role_permissions on role_permissions.role_id = user_roles.role_id
  join permissions on permissions.id = role_permissions.permission_id
  where user_roles.user_id = users.id and (not users.is_guest or permissions.name = any(${guestPermissions}::text[]))
  order by permissions.name)`

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

/** Requests of one user that add something wait for each other, so that limits per user hold. */
export async function lockUser(tx: Database, id: number) {
  await tx.selectFrom('users').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

/** Undefined for robots, and for users who are archived here. */
export async function findPassportId(db: Database, id: number) {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .select('passportId')
    .executeTakeFirst()
  return user?.passportId ?? undefined
}

/** The language that the user has chosen. */
export async function findLanguage(db: Database, userId: number) {
  const settings = await db
    .selectFrom('userSettings')
    .where('userId', '=', userId)
    .select('language')
    .executeTakeFirst()
  return settings?.language ?? null
}

export async function findActingRobot(db: Database, clientId: string) {
  return db
    .selectFrom('users')
    .where('clientId', '=', clientId)
    .select(['id', 'name', roles.as('roles'), permissions.as('permissions')])
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

export async function getCurrentUser(db: Database, id: number, now: Date) {
  const [user, runningTimer] = await Promise.all([
    selectUsers(db).where('users.id', '=', id).select(permissions.as('permissions')).executeTakeFirst(),
    findRunningTimer(db, id, now),
  ])
  if (!user) throw new NotFound('user_not_found')
  return { ...user, email: String(user.email), runningTimer: runningTimer ?? null }
}

/** After 12 hours it counts as stopped, even if the service has not stopped it yet. */
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
  if (!user) throw new NotFound('user_not_found')
  return user
}

/** Returns the account at the identity service; undefined if the user is no guest. */
export async function endGuest(tx: Database, id: number, now: string) {
  return tx
    .updateTable('users')
    .set({ isGuest: false, updatedAt: now })
    .where('id', '=', id)
    .where('isGuest', '=', true)
    .returning('passportId')
    .executeTakeFirst()
}

export async function getUserFor(db: Database, viewer: Viewer, id: number): Promise<User> {
  const user = await selectUsers(db, viewer)
    .where('users.id', '=', id)
    .where(isListedFor(viewer))
    .executeTakeFirst()
  if (!user) throw new NotFound('user_not_found')
  return user
}

export async function listUsers(db: Database, viewer: Viewer, filters: UserFilters) {
  requireContactFilters(viewer, filters)
  const { field, direction } = orderOf(filters.orderBy)
  const by = field === 'email' ? ifShown(viewer, 'email') : sql.ref(`users.${field}`)
  const users = selectUsers(db, viewer)
    .where(matchingUsers(filters, viewer))
    .orderBy(by, order => order[direction]().nullsLast())
    .orderBy('users.id')
  return listPage(users, corePageOf(filters))
}

/** Without a viewer, with every contact. */
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
      isRobot.as('isRobot'),
      isGuest.as('isGuest'),
    ])
}

function ifShown<Value>(viewer: Viewer, column: 'email' | 'passport_id') {
  return sql<Value>`case when ${showsContactsTo(viewer)} then ${sql.ref(`users.${column}`)} end`
}

type Users = ExpressionBuilder<DB, 'users'>

/** The condition of the filters. What the viewer can't see of a user doesn't find the user either. */
function matchingUsers(filters: UserFilters, viewer: Viewer) {
  return (users: Users) => {
    const { ids, isOwner, passportId, status } = filters
    return users.and([
      isListedFor(viewer),
      ...(ids ? [among('users.id', idsOf(ids))] : []),
      ...(isOwner === undefined ? [] : [users('isOwner', '=', isOwner)]),
      ...(status === 'active' ? [users('archivedAt', 'is', null)] : []),
      ...(status === 'archived' ? [users('archivedAt', 'is not', null)] : []),
      ...(passportId ? [users('passportId', '=', passportId)] : []),
      ...textFilters(users, filters),
      ...matchingSearch(filters.search, viewer),
      ...dateFilters(users, filters),
    ])
  }
}

/** For each word: it is in the user's name, or in an email address that the viewer can see. */
export function matchingSearch(search: string | undefined, viewer: Viewer) {
  return wordsOf(search).map(word => {
    const lowerCase = word.toLowerCase() // PostgreSQL would do it again for every user
    return sql<boolean>`(${hasWord(sql`users.name_text`, lowerCase)}
      or (${hasWord(sql`users.email_text`, lowerCase)} and ${showsContactsTo(viewer)}))`
  })
}

/** A trigram index needs three letters or digits in a row. For a shorter word, PostgreSQL would scan the whole index. */
function hasWord(column: RawBuilder<unknown>, word: string) {
  const isIndexed = /[\p{L}\p{N}]{3}/u.test(word)
  return isIndexed ? sql`${column} like ${containing(word)}` : sql`strpos(${column}, ${word}) > 0`
}

function textFilters({ eb, fn }: Users, filters: UserFilters) {
  const columns = ['email', 'surname', 'name', 'patronymic', 'post'] as const
  const contains = (column: (typeof columns)[number], part: string) =>
    eb(
      column === 'email' ? 'users.emailText' : fn<string>('lower', [`users.${column}`]),
      'like',
      containing(part.toLowerCase()),
    )
  return columns.flatMap(column => (filters[column] ? [contains(column, filters[column])] : []))
}

function dateFilters({ eb }: Users, { createdFrom, createdTo, updatedFrom, updatedTo }: UserFilters) {
  return [
    ...(createdFrom ? [eb('users.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('users.createdAt', '<=', endOf(createdTo))] : []),
    ...(updatedFrom ? [eb('users.updatedAt', '>=', startOf(updatedFrom))] : []),
    ...(updatedTo ? [eb('users.updatedAt', '<=', endOf(updatedTo))] : []),
  ]
}

const settingsFields = ['timeZone', 'language', 'theme', 'workdaySeconds', 'workingDays'] as const

const defaultSettings: UserSettings = {
  timeZone: null,
  language: null,
  theme: null,
  workdaySeconds: 8 * 3600,
  workingDays: [1, 2, 3, 4, 5],
}

export async function getUserSettings(db: Database, userId: number): Promise<UserSettings> {
  const settings = await db
    .selectFrom('userSettings')
    .where('userId', '=', userId)
    .select(settingsFields)
    .executeTakeFirst()
  return (settings ?? defaultSettings) as UserSettings
}

export async function updateUserSettings(
  db: Database,
  userId: number,
  changes: UserSettingsChanges,
  now: string,
) {
  const settings = await db
    .insertInto('userSettings')
    .values({ ...changes, userId, updatedAt: now })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ ...changes, updatedAt: now }))
    .returning(settingsFields)
    .executeTakeFirstOrThrow()
  return settings as UserSettings
}

/** Returns the name that PostgreSQL uses. Abbreviations are not accepted: BST is London for some and Dhaka for others. */
export async function findTimeZone(db: Database, name: string) {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names
    where lower(name) = lower(${name})`.execute(db)
  return rows[0]?.name
}
