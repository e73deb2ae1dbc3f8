import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { sharedServices } from '../both-services.ts'
import { createTeamTask } from '../task-parts.ts'
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
const { manager, member, viewer, stranger, project } = team
const foreign = await createTeam(services)
const taskIds = [await createTeamTask(team), await createTeamTask(team), await createTeamTask(team)]
const [first, second] = taskIds as [number, number]

beforeEach(async () => {
  await db.deleteFrom('timeIntervals').execute()
  await db.deleteFrom('userSettings').execute()
  deps.now = () => new Date('2026-05-04T12:00:00.500Z')
})
after(() => {
  deps.now = realNow
})

async function summary(who: User, query = '') {
  const response = await who.call('GET', `/time-interval/daily-summary?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function track(who: User, taskId: number, startedAt: string, endedAt: string) {
  const response = await who.call('POST', '/time-interval', { taskId, startedAt, endedAt })
  assert.equal(response.statusCode, 200, response.body)
}

function hoursWith(seconds: Record<number, number>) {
  return Array.from({ length: 24 }, (_, hour) => seconds[hour] ?? 0)
}

test('a day has its tasks and 24 hours, and reports overlaps', async () => {
  await track(member, first, '2026-05-04T08:30:00Z', '2026-05-04T10:00:00Z')
  await track(member, second, '2026-05-04T09:50:00Z', '2026-05-04T10:00:10Z')
  await member.call('POST', '/time-interval/start', { taskId: second })
  await track(manager, first, '2026-05-04T08:30:00Z', '2026-05-04T10:00:00Z')
  deps.now = () => new Date('2026-05-04T12:00:07Z')
  const item = await summary(member)
  const title = 'Write it down'
  assert.deepEqual(item, {
    date: '2026-05-04',
    timeZone: 'UTC',
    totalSeconds: 5400 + 617,
    overlapSeconds: 600,
    tasks: [
      { taskId: first, title, projectId: project.id, seconds: 5400, running: false },
      { taskId: second, title, projectId: project.id, seconds: 617, running: true },
    ],
    hours: hoursWith({ 8: 1800, 9: 3600 + 600, 10: 10, 12: 7 }),
  })
})

test('a day without time is empty, and a timer that has just started is listed', async () => {
  const empty = { totalSeconds: 0, overlapSeconds: 0, tasks: [], hours: hoursWith({}) }
  assert.deepEqual(await summary(viewer, 'date=2020-02-29'), {
    date: '2020-02-29',
    timeZone: 'UTC',
    ...empty,
  })
  await member.call('POST', '/time-interval/start', { taskId: first })
  const { tasks, totalSeconds } = await summary(member)
  assert.equal(totalSeconds, 0)
  assert.deepEqual(
    tasks.map(({ taskId, seconds, running }: Record<string, unknown>) => [taskId, seconds, running]),
    [[first, 0, true]],
  )
})

test('an interval across midnight is split at midnight of the given time zone', async () => {
  await track(member, first, '2026-05-03T21:00:00Z', '2026-05-04T00:30:00Z')
  const seconds = async (query: string) => (await summary(member, query)).totalSeconds
  assert.equal(await seconds('date=2026-05-03'), 3 * 3600)
  assert.equal(await seconds('date=2026-05-04'), 1800)
  assert.equal(await seconds('date=2026-05-03&timeZone=Europe/Berlin'), 3600)
  assert.equal(await seconds('date=2026-05-04&timeZone=Europe/Berlin'), 2.5 * 3600)
  assert.equal(await seconds('date=2026-05-04&timeZone=Asia/Kathmandu'), 3.5 * 3600)
  assert.equal(await seconds('date=2026-05-03&timeZone=Pacific/Pago_Pago'), 3.5 * 3600)
})

test('days of 23 and 25 hours add up by hours of the local clock', async () => {
  deps.now = () => new Date('2026-12-01T00:00:00Z')
  await track(member, first, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')
  const spring = await summary(member, 'date=2026-03-29&timeZone=Europe/Berlin')
  assert.equal(spring.totalSeconds, 23 * 3600)
  assert.deepEqual(spring.hours, hoursWith({ ...Array(24).fill(3600), 2: 0 }))
  await track(member, first, '2026-10-24T22:00:00Z', '2026-10-25T22:00:00Z')
  await track(member, first, '2026-10-25T22:00:00Z', '2026-10-25T23:00:00Z')
  const autumn = await summary(member, 'date=2026-10-25&timeZone=Europe/Berlin')
  assert.equal(autumn.totalSeconds, 25 * 3600)
  assert.deepEqual(autumn.hours, hoursWith({ ...Array(24).fill(3600), 2: 7200 }))
  await track(member, first, '2026-04-04T13:00:00Z', '2026-04-05T13:00:00Z')
  const half = await summary(member, 'date=2026-04-05&timeZone=Australia/Lord_Howe')
  assert.deepEqual([half.totalSeconds, half.hours[1], half.hours[2]], [24 * 3600, 5400, 3600])
})

test('where clocks go back at midnight, the first of the two hours belongs to the new day', async () => {
  deps.now = () => new Date('2026-12-01T00:00:00Z')
  await track(member, first, '2025-10-26T00:10:00Z', '2025-10-26T00:50:00Z')
  const before = await summary(member, 'date=2025-10-25&timeZone=Atlantic/Azores')
  assert.equal(before.totalSeconds, 0)
  const azores = await summary(member, 'date=2025-10-26&timeZone=Atlantic/Azores')
  assert.deepEqual([azores.totalSeconds, azores.hours], [2400, hoursWith({ 0: 2400 })])
  await track(member, second, '2025-11-02T04:00:00Z', '2025-11-03T04:00:00Z')
  await track(member, second, '2025-11-03T04:00:00Z', '2025-11-03T05:00:00Z')
  const havana = await summary(member, 'date=2025-11-02&timeZone=America/Havana')
  assert.deepEqual([havana.totalSeconds, havana.hours[0]], [25 * 3600, 7200])
})

test('the time zone is the given one, else the user’s setting, else UTC; the default day is today there', async () => {
  deps.now = () => new Date('2026-05-04T12:00:00Z')
  await db.insertInto('userSettings').values({ userId: member.id, timeZone: 'Pacific/Kiritimati' }).execute()
  const own = await summary(member)
  assert.deepEqual([own.date, own.timeZone], ['2026-05-05', 'Pacific/Kiritimati'])
  const asked = await summary(member, 'timeZone=Pacific/Pago_Pago')
  assert.deepEqual([asked.date, asked.timeZone], ['2026-05-04', 'Pacific/Pago_Pago'])
  assert.equal((await summary(manager)).timeZone, 'UTC')
  await db.updateTable('userSettings').set({ timeZone: 'Gone/Zone' }).execute()
  const gone = await member.call('GET', '/time-interval/daily-summary')
  assert.deepEqual(Object.keys(gone.json().error.details.errors), ['timeZone'])
})

test('invalid query parameters are named', async () => {
  const zones = ['Mars/Olympus', '+05:30', 'FOO5', 'GMT+5', "'", 'x'.repeat(65), 'Europe/Berlin%00', '../UTC']
  const wrong = [
    ...zones.map(zone => `timeZone=${encodeURIComponent(zone)}`),
    'date=today',
    'date=2026-02-30',
    'userId=me',
  ]
  for (const query of wrong) {
    const response = await member.call('GET', `/time-interval/daily-summary?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.ok(response.json().error.details.errors[query.split('=')[0] as string], response.body)
  }
})

test('a manager sees the day of others in the projects they manage', async () => {
  await foreign.owner.call('POST', `/project/${foreign.project.id}/member`, {
    userId: member.id,
    role: 'member',
  })
  await track(member, first, '2026-05-04T08:00:00Z', '2026-05-04T09:00:00Z')
  await track(member, await createTeamTask(foreign), '2026-05-04T08:00:00Z', '2026-05-04T10:00:00Z')
  const seconds = async (who: User) => {
    const { totalSeconds, overlapSeconds } = await summary(who, `userId=${member.id}&date=2026-05-04`)
    return [totalSeconds, overlapSeconds]
  }
  assert.deepEqual(await seconds(member), [3 * 3600, 3600])
  assert.deepEqual(await seconds(manager), [3600, 0])
  assert.deepEqual(await seconds(foreign.manager), [7200, 0])
  for (const who of [viewer, stranger, foreign.member]) {
    const response = await who.call('GET', `/time-interval/daily-summary?userId=${member.id}`)
    assert.equal(response.statusCode, 403)
  }
})

test('a forgotten timer counts as twelve hours and no longer runs', async () => {
  deps.now = () => new Date('2026-05-03T20:00:00Z')
  await member.call('POST', '/time-interval/start', { taskId: first })
  deps.now = () => new Date('2026-05-04T12:00:00Z')
  const item = await summary(member)
  assert.deepEqual([item.totalSeconds, item.tasks[0].running], [8 * 3600, false])
  assert.equal((await summary(member, 'date=2026-05-03')).totalSeconds, 4 * 3600)
})

test(`every day matches the local clock in every time zone (${RUNS} runs)`, async () => {
  await fc.assert(fc.asyncProperty(situation, checkDays), { numRuns: RUNS })
})

async function checkDays(now: Situation) {
  await enterSituation(services, now, [member.id, manager.id], taskIds)
  const mine = now.tracked.filter(({ user }) => user === 0)
  const totals: number[] = []
  for (const date of datesOf(now)) {
    const { timeZone: _, ...item } = await summary(member, `date=${date}&timeZone=${now.zone}`)
    assert.deepEqual(item, expectedDay(now, date))
    totals.push(item.totalSeconds)
  }
  const total = totals.reduce((sum, seconds) => sum + seconds, 0)
  assert.equal(
    total,
    mine.reduce((sum, { from, to }) => sum + to - from, 0),
  )
}

function expectedDay({ zone, now, tracked }: Situation, date: string) {
  const mine = tracked.filter(({ user }) => user === 0)
  const parts = mine.map(interval => ({
    ...interval,
    slices: slicesOf(zone, interval).filter(slice => slice.date === date),
  }))
  const hours = hoursWith({})
  for (const { hour, seconds } of parts.flatMap(({ slices }) => slices))
    hours[hour] = (hours[hour] ?? 0) + seconds
  const lastSecond = (from: number) => ({ from: Math.max(from, now - 1), to: Math.max(from, now - 1) + 1 })
  const runsToday = ({ isRunning, from }: { isRunning: boolean; from: number }) =>
    isRunning && slicesOf(zone, lastSecond(from)).some(slice => slice.date === date)
  const tasks = taskIds.map((taskId, task) => {
    const ofTask = parts.filter(part => part.task === task)
    const seconds = secondsOf(ofTask.flatMap(({ slices }) => slices))
    return { taskId, title: 'Write it down', projectId: project.id, seconds, running: ofTask.some(runsToday) }
  })
  return {
    date,
    totalSeconds: hours.reduce((sum, seconds) => sum + seconds, 0),
    overlapSeconds: overlapOf(parts.flatMap(part => cutToDay(zone, part, date))),
    tasks: tasks
      .filter(({ seconds, running }) => seconds > 0 || running)
      .sort((one, other) => other.seconds - one.seconds || one.taskId - other.taskId),
    hours,
  }
}

/** The part of an interval on the day; days of these time zones are contiguous. */
function cutToDay(zone: string, interval: { from: number; to: number }, date: string) {
  const slices = slicesOf(zone, interval)
  const before = secondsOf(slices.filter(slice => slice.date < date))
  const during = secondsOf(slices.filter(slice => slice.date === date))
  const from = interval.from + before
  return during > 0 ? [{ from, to: from + during }] : []
}
