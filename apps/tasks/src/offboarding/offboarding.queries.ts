import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { isAssignedTo } from '#projects/assigned-people.queries.ts'
import type { LeftWork } from './offboarding.contract.ts'

/** Returns the id of a user here, by the id that the identity service knows. */
export async function findUserId(db: Database, passportId: number) {
  const user = await db
    .selectFrom('users')
    .where('passportId', '=', passportId)
    .select('id')
    .executeTakeFirst()
  return user?.id
}

export async function findActiveUserId(db: Database, passportId: number) {
  const user = await db
    .selectFrom('users')
    .where('passportId', '=', passportId)
    .where('archivedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  return user?.id
}

export async function listLeftWork(db: Database, userId: number): Promise<LeftWork> {
  const tasks = await selectOpenTasks(db, userId)
    .select([
      sql<number>`count(*)`.as('openTasks'),
      sql<number>`count(tasks.recurrence_id)`.as('recurringTasks'),
    ])
    .executeTakeFirstOrThrow()
  const ownedProjects = await db
    .selectFrom('projects')
    .where('ownerId', '=', userId)
    .where('type', '!=', 'personal')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()
  return {
    ...tasks,
    ownedProjects,
    sharedViews: await countShared(db, 'savedViews', userId),
    sharedTemplates: await countShared(db, 'templates', userId),
    webhooks: await countWebhooks(db, userId),
    calendarFeeds: await countFeeds(db, userId),
  }
}

async function countWebhooks(db: Database, userId: number) {
  const { count } = await db
    .selectFrom('webhooks')
    .where('createdBy', '=', userId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countFeeds(db: Database, userId: number) {
  const { count } = await db
    .selectFrom('calendarFeeds')
    .where('userId', '=', userId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countShared(db: Database, table: 'savedViews' | 'templates', userId: number) {
  const { count } = await db
    .selectFrom(table)
    .where('ownerId', '=', userId)
    .where('isShared', '=', true)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The projects that the user owns or has open tasks in, in the order in which they are locked. */
export async function listProjectsToHandOver(db: Database, userId: number) {
  const owned = db
    .selectFrom('projects')
    .where('ownerId', '=', userId)
    .where('type', '!=', 'personal')
    .select('projects.id as projectId')
  const rows = await owned
    .union(selectOpenTasks(db, userId).select('tasks.projectId'))
    .orderBy('projectId')
    .execute()
  return rows.map(({ projectId }) => projectId)
}

export async function handOverShared(tx: Database, { from, to }: { from: number; to: number }, now: string) {
  for (const table of ['savedViews', 'templates'] as const)
    await tx
      .updateTable(table)
      .set({ ownerId: to, updatedAt: now })
      .where('ownerId', '=', from)
      .where('isShared', '=', true)
      .execute()
  // Webhooks show who answers for them.
  await tx.updateTable('webhooks').set({ createdBy: to }).where('createdBy', '=', from).execute()
}

function selectOpenTasks(db: Database, userId: number) {
  return db
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.id', 'tasks.projectId')
    .where('projects.type', '!=', 'personal')
    .where(isAssignedTo([userId]))
    .where('tasks.completedAt', 'is', null)
    .where('tasks.deletedAt', 'is', null)
}
