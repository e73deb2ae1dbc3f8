import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sharedServices } from '../both-services.ts'
import { createTeamTask, statusOf } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'
import {
  datesOf,
  enterSituation,
  overlapOf,
  type Situation,
  secondsOf,
  situation,
  slicesOf,
} from '../time-model.ts'

const RUNS = Number(process.env.TIME_RUNS ?? 20)

const services = await sharedServices()
const { deps } = services
const { db } = deps
const realNow = deps.now
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, toDo, inProgress, done } = team
const taskIds = [await createTeamTask(team), await createTeamTask(team), await createTeamTask(team)]
const [taskId] = taskIds as [number]

beforeEach(async () => {
  await db.deleteFrom('timeIntervals').execute()
  deps.now = realNow
})
after(() => {
  deps.now = realNow
})

async function summary(id: number, query = '', who = manager) {
  const response = await who.call('GET', `/task/${id}/time-summary?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function track(who: User, startedAt: string, endedAt: string) {
  const response = await who.call('POST', '/time-interval', { taskId, startedAt, endedAt })
  assert.equal(response.statusCode, 200, response.body)
}

test('the summary of a task has every documented field', async () => {
  await member.call('PUT', `/task/${taskId}`, { estimateSeconds: 7200 })
  await track(member, '2026-05-03T23:00:00Z', '2026-05-04T00:30:00Z')
  await track(member, '2026-05-04T00:20:00Z', '2026-05-04T00:40:00Z')
  await track(manager, '2026-05-04T00:00:00Z', '2026-05-04T02:00:00Z')
  const { byColumn, ...rest } = await summary(taskId)
  assert.deepEqual(rest, {
    taskId,
    totalSeconds: 5400 + 1200 + 7200,
    overlapSeconds: 600,
    estimateSeconds: 7200,
    running: [],
    byUser: [
      { userId: manager.id, name: 'Sam Sample', seconds: 7200 },
      { userId: member.id, name: 'Sam Sample', seconds: 6600 },
    ],
    byDay: [
      { date: '2026-05-03', seconds: 3600, users: [{ userId: member.id, seconds: 3600 }] },
      {
        date: '2026-05-04',
        seconds: 3000 + 7200,
        users: [
          { userId: member.id, seconds: 3000 },
          { userId: manager.id, seconds: 7200 },
        ].sort((one, other) => one.userId - other.userId),
      },
    ],
  })
  assert.deepEqual(
    byColumn.map(({ columnId, title }: Record<string, unknown>) => [columnId, title]),
    [[toDo, 'To do']],
  )
  const [inPagoPago, ...more] = (await summary(taskId, 'timeZone=Pacific/Pago_Pago')).byDay
  assert.deepEqual([inPagoPago.date, inPagoPago.seconds, more], ['2026-05-03', 13_800, []])
})

test('members see the totals and their own time, but not the time of others', async () => {
  await track(member, '2026-05-03T10:00:00Z', '2026-05-03T11:00:00Z')
  await track(manager, '2026-05-03T10:00:00Z', '2026-05-03T12:00:00Z')
  const instant = realNow()
  deps.now = () => instant
  await manager.call('POST', '/time-interval/start', { taskId })
  const hidden = { totalSeconds: 3 * 3600, running: [] }
  const day = { date: '2026-05-03', seconds: 3 * 3600 }
  const own = await summary(taskId, '', member)
  assert.partialDeepStrictEqual(own, hidden)
  assert.deepEqual(own.byUser, [{ userId: member.id, name: 'Sam Sample', seconds: 3600 }])
  assert.deepEqual(own.byDay[0], { ...day, users: [{ userId: member.id, seconds: 3600 }] })
  const seen = await summary(taskId, '', viewer)
  assert.partialDeepStrictEqual(seen, hidden)
  assert.deepEqual([seen.byUser, seen.byDay[0]], [[], { ...day, users: [] }])
  assert.deepEqual((await summary(taskId)).running, [manager.id])
})

test('a running timer counts until now', async () => {
  deps.now = () => new Date('2026-05-04T10:00:00Z')
  await member.call('POST', '/time-interval/start', { taskId })
  const started = await summary(taskId)
  assert.deepEqual([started.running, started.totalSeconds, started.byDay], [[member.id], 0, []])
  deps.now = () => new Date('2026-05-04T10:01:00Z')
  const later = await summary(taskId)
  assert.deepEqual([later.running, later.totalSeconds], [[member.id], 60])
  deps.now = () => new Date('2026-05-05T10:01:00Z')
  const forgotten = await summary(taskId)
  assert.deepEqual([forgotten.running, forgotten.totalSeconds], [[], 12 * 3600])
})

test('only users who can read the project see the summary', async () => {
  for (const who of [viewer, member, manager, owner])
    assert.equal((await summary(taskId, '', who)).taskId, taskId)
  const url = `/task/${taskId}/time-summary`
  assert.equal(await statusOf(stranger, 'GET', url), 403)
  assert.equal(await statusOf(member, 'GET', '/task/999999/time-summary'), 404)
  assert.equal(await statusOf(member, 'GET', `${url}?timeZone=Nowhere`), 422)
  const deleted = await createTeamTask(team)
  await member.call('DELETE', `/task/${deleted}`)
  assert.equal(await statusOf(member, 'GET', `/task/${deleted}/time-summary`), 410)
})

/** Dates the activity of a task to these instants. */
async function redateActivity(id: number, instants: string[]) {
  const rows = await db.selectFrom('activity').where('taskId', '=', id).select('id').orderBy('id').execute()
  assert.equal(rows.length, instants.length)
  for (const [index, { id }] of rows.entries()) {
    await db.updateTable('activity').set({ createdAt: instants[index] }).where('id', '=', id).execute()
  }
}

test('the time in each column excludes the time in the trash', async () => {
  const id = await createTeamTask(team)
  const move = (columnId: number) => member.call('POST', `/task/${id}/move-to-column`, { columnId })
  await move(inProgress)
  await member.call('PUT', `/task/${id}`, { title: 'Write it well' })
  await move(toDo)
  await member.call('DELETE', `/task/${id}`)
  await member.call('POST', `/task/${id}/restore`)
  await move(done)
  await redateActivity(id, [
    '2026-05-01T10:00:00Z',
    '2026-05-01T11:00:00Z',
    '2026-05-01T12:00:00Z',
    '2026-05-02T11:00:00Z',
    '2026-05-02T11:10:00Z',
    '2026-05-03T11:10:00Z',
    '2026-05-03T11:10:30.500Z',
  ])
  deps.now = () => new Date('2026-05-03T12:10:30.600Z')
  assert.deepEqual((await summary(id)).byColumn, [
    { columnId: toDo, title: 'To do', seconds: 3600 + 600 + 30 },
    { columnId: inProgress, title: 'In progress', seconds: 24 * 3600 },
    { columnId: done, title: 'Done', seconds: 3600 },
  ])
})

test('a deleted column keeps its title', async () => {
  const own = await createTeam(services)
  const id = await createTeamTask(own)
  const column = await own.manager.call('DELETE', `/board/column/${own.toDo}?moveTo=${own.inProgress}`)
  assert.equal(column.statusCode, 200, column.body)
  const { byColumn } = await summary(id, '', own.member)
  assert.deepEqual(
    byColumn.map(({ columnId, title }: Record<string, unknown>) => [columnId, title]),
    [
      [own.toDo, 'To do'],
      [own.inProgress, 'In progress'],
    ],
  )
})

test(`the days of a task match the local clock in every time zone (${RUNS} runs)`, async () => {
  await fc.assert(fc.asyncProperty(situation, checkTask), { numRuns: RUNS })
})

async function checkTask(now: Situation) {
  const userIds = [member.id, manager.id]
  await enterSituation(services, now, userIds, taskIds)
  const item = await summary(taskId, `timeZone=${now.zone}`)
  const ofTask = now.tracked.filter(({ task }) => task === 0)
  const of = (user: number) => ofTask.filter(tracked => tracked.user === user)
  const secondsOn = (user: number, date: string) =>
    secondsOf(of(user).flatMap(tracked => slicesOf(now.zone, tracked).filter(slice => slice.date === date)))
  const days = datesOf({ ...now, tracked: ofTask }).map(date => {
    const users = userIds
      .map((userId, user) => ({ userId, seconds: secondsOn(user, date) }))
      .filter(({ seconds }) => seconds > 0)
      .sort((one, other) => one.userId - other.userId)
    return { date, seconds: users.reduce((sum, { seconds }) => sum + seconds, 0), users }
  })
  assert.deepEqual(item.byDay, days)
  assert.equal(
    item.totalSeconds,
    ofTask.reduce((sum, { from, to }) => sum + to - from, 0),
  )
  assert.equal(item.overlapSeconds, overlapOf(of(0)) + overlapOf(of(1)))
  assert.deepEqual(
    item.running,
    ofTask.filter(({ isRunning }) => isRunning).map(({ user }) => userIds[user]),
  )
}
