import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerConsumers } from '@atrium/database/outbox/outbox'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { cleanUp } from '#clean-up.ts'
import type { Deps } from '#deps.ts'
import { createTask, startWithFiles } from '../files.ts'
import { createTeam } from '../team.ts'

const { services, uploadAttachment, storedFileOf } = await startWithFiles()
const { deps } = services
const { db } = deps
const team = await createTeam(services)
const { owner, member, project, boardId, toDo, inProgress } = team

function inDays(days: number, of: Deps = deps): Deps {
  return { ...of, now: () => new Date(Date.now() + days * 86_400_000) }
}

function daysAgo(days: number) {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

let number = 1_000_000

/** Tasks that were deleted some days ago. */
async function trash(count: number, days: number, columnId = toDo) {
  const { id: priorityId } = await db.selectFrom('taskPriorities').select('id').executeTakeFirstOrThrow()
  const task = { projectId: project.id, boardId, columnId, priorityId, creatorId: member.id, title: 'Old' }
  const rows = Array.from({ length: count }, () => ({ ...task, deletedAt: daysAgo(days), number: number++ }))
  const inserted = await db.insertInto('tasks').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

async function exists(table: 'tasks' | 'boardColumns' | 'boards' | 'invitations' | 'activity', id: number) {
  return (await db.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

function removals(ids: number[]) {
  return db
    .selectFrom('activity')
    .where('taskId', 'in', ids)
    .where('type', '=', 'task.removed')
    .select(['actorId', 'before'])
    .execute()
}

test('a task stays in the trash for 30 days and is then permanently deleted with its files', async () => {
  const { id } = await createTask(team)
  const { id: livingId } = await createTask(team)
  const bytes = await storedFileOf((await uploadAttachment(member, id)).id)
  const livingBytes = await storedFileOf((await uploadAttachment(member, livingId)).id)
  assert.equal((await member.call('DELETE', `/task/${id}`)).statusCode, 200)

  await cleanUp(inDays(29))
  assert.ok(await exists('tasks', id))
  assert.equal((await member.call('GET', `/task/${id}`)).statusCode, 410)

  await cleanUp(inDays(31))
  assert.equal((await member.call('GET', `/task/${id}`)).statusCode, 404)
  await waitUntil(() => !bytes.exists())
  assert.ok(livingBytes.exists())
  assert.equal((await member.call('GET', `/task/${livingId}`)).statusCode, 200)
  const [removed] = await removals([id])
  assert.equal(removed?.actorId, null)
  assert.deepEqual(removed?.before, { title: 'Draw the logo', number: 1 })
})

test('a full trash is emptied in batches', async () => {
  const ids = await trash(205, 31)
  await cleanUp(deps)
  const left = await db.selectFrom('tasks').where('id', 'in', ids).select('id').execute()
  assert.deepEqual(left, [])
  assert.equal((await removals(ids)).length, 205)
})

test('instances can clean up concurrently', async () => {
  const ids = await trash(20, 31)
  const bytes = await storedFileOf(await attachmentOfDeleted(ids[0] as number))
  const stays = await trash(2, 29)
  const other = await services.startInstance()
  await Promise.all([deps, other.deps, deps, other.deps].map(cleanUp))
  const left = await db
    .selectFrom('tasks')
    .where('id', 'in', [...ids, ...stays])
    .select('id')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    left.map(({ id }) => id),
    stays,
  )
  assert.equal((await removals(ids)).length, 20, 'each is reported once')
  await waitUntil(() => !bytes.exists())
})

async function attachmentOfDeleted(taskId: number) {
  const { id } = await uploadAttachment(member, (await createTask(team)).id)
  await db.updateTable('attachments').set({ taskId }).where('id', '=', id).execute()
  return id
}

test('a task or board that is being restored is not deleted', async () => {
  const [id = 0] = await trash(1, 31)
  const board = { projectId: project.id, name: 'Old', deletedAt: daysAgo(31) }
  const { id: oldBoardId } = await db
    .insertInto('boards')
    .values(board)
    .returning('id')
    .executeTakeFirstOrThrow()
  const restoring = await db.startTransaction().execute()
  const restored = { deletedAt: null, position: 1 }
  await restoring.updateTable('tasks').set(restored).where('id', '=', id).execute()
  await restoring.updateTable('boards').set(restored).where('id', '=', oldBoardId).execute()
  await cleanUp(deps)
  await restoring.commit().execute()
  await cleanUp(deps)
  assert.equal((await member.call('GET', `/task/${id}`)).statusCode, 200)
  assert.ok(await exists('boards', oldBoardId))
})

test('a deleted column or board is removed after 30 days, once no task refers to it', async () => {
  const deleted = (days: number) => ({ deletedAt: daysAgo(days), position: null })
  const aColumn = async (days: number) => {
    const column = { boardId, boardProjectId: project.id, title: 'Old', ...deleted(days) }
    return (await db.insertInto('boardColumns').values(column).returning('id').executeTakeFirstOrThrow()).id
  }
  const aBoard = async (days: number) => {
    const board = { projectId: project.id, name: 'Old', ...deleted(days) }
    return (await db.insertInto('boards').values(board).returning('id').executeTakeFirstOrThrow()).id
  }
  const [old, recent, needed] = [await aColumn(31), await aColumn(29), await aColumn(40)]
  const [oldBoard, recentBoard, neededBoard] = [await aBoard(31), await aBoard(29), await aBoard(40)]
  await trash(1, 5, needed)
  const [onOldBoard = 0] = await trash(1, 31, inProgress)
  await db.updateTable('tasks').set({ boardId: oldBoard }).where('id', '=', onOldBoard).execute()
  const [onNeededBoard = 0] = await trash(1, 5, inProgress)
  await db.updateTable('tasks').set({ boardId: neededBoard }).where('id', '=', onNeededBoard).execute()

  await cleanUp(deps)
  const columns = await Promise.all([old, recent, needed, toDo].map(id => exists('boardColumns', id)))
  assert.deepEqual(columns, [false, true, true, true])
  const boards = [oldBoard, recentBoard, neededBoard, boardId].map(id => exists('boards', id))
  assert.deepEqual(await Promise.all(boards), [false, true, true, true])
})

test('an invitation is kept for 90 days after it expired', async () => {
  const anInvitation = async (days: number, status: string) => {
    const tokenDigest = `${status} ${days}`
    const invitation = { projectId: project.id, email: `${days}@example.org`, role: 'member', tokenDigest }
    const { id } = await db
      .insertInto('invitations')
      .values({ ...invitation, status, expiresAt: daysAgo(days) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const ids = [
    await anInvitation(89, 'pending'),
    await anInvitation(89, 'accepted'),
    await anInvitation(-7, 'pending'),
    await anInvitation(91, 'pending'),
    await anInvitation(91, 'accepted'),
    await anInvitation(91, 'revoked'),
  ]
  await cleanUp(deps)
  const left = await Promise.all(ids.map(id => exists('invitations', id)))
  assert.deepEqual(left, [true, true, true, false, false, false])
})

test('a saved answer is kept for a day', async () => {
  const requests = ['old', 'older', 'fresh'].map((key, index) => ({
    userId: owner.id,
    key,
    requestDigest: key,
    createdAt: daysAgo([1.1, 2, 0.9][index] as number),
  }))
  const other = { ...requests[2], userId: member.id, key: 'old', requestDigest: 'x' }
  await db
    .insertInto('idempotentRequests')
    .values([...requests, other])
    .execute()
  await cleanUp(deps)
  const left = await db.selectFrom('idempotentRequests').select(['userId', 'key']).orderBy('key').execute()
  assert.deepEqual(left, [
    { userId: owner.id, key: 'fresh' },
    { userId: member.id, key: 'old' },
  ])
})

test('the activity of a task is kept while it exists, and for a year after', async () => {
  const { id: taskId } = await createTask(team)
  const anEntry = async (days: number, of: number | null) => {
    const entry = { projectId: project.id, taskId: of, type: 'task.updated', createdAt: daysAgo(days) }
    return (await db.insertInto('activity').values(entry).returning('id').executeTakeFirstOrThrow()).id
  }
  const GONE = 999_999
  const ids = [
    await anEntry(366, GONE),
    await anEntry(364, GONE),
    await anEntry(366, taskId),
    await anEntry(366, null),
  ]
  await sql`update event_consumers set seen = pg_current_snapshot()`.execute(db)
  await cleanUp(deps)
  const left = await Promise.all(ids.map(id => exists('activity', id)))
  assert.deepEqual(left, [false, true, true, true])
})

test('the activity of a task that is gone stays until every consumer of events has seen it', async () => {
  await registerConsumers(db, ['slow'])
  const entry = { projectId: project.id, taskId: 999_998, type: 'task.updated', createdAt: daysAgo(366) }
  const { id } = await db.insertInto('activity').values(entry).returning('id').executeTakeFirstOrThrow()
  await cleanUp(deps)
  assert.equal(await exists('activity', id), true)
  await sql`update event_consumers set seen = pg_current_snapshot()`.execute(db)
  await cleanUp(deps)
  assert.equal(await exists('activity', id), false)
  await db.deleteFrom('eventConsumers').execute()
})
