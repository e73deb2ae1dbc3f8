import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeamTask, statusOf } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'
import { datesOf, enterSituation, type Situation, situation, slicesOf } from '../time-model.ts'

const RUNS = Number(process.env.TIME_RUNS ?? 20)

const services = await sharedServices()
const { deps } = services
const { db } = deps
const realNow = deps.now
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project, toDo } = team
const taskIds = [await createTeamTask(team), await createTeamTask(team), await createTeamTask(team)]
const [first, second] = taskIds as [number, number]
const foreign = await createTeam(services)

beforeEach(async () => {
  await db.deleteFrom('timeIntervals').execute()
  deps.now = () => new Date('2026-05-20T12:00:00Z')
})
after(() => {
  deps.now = realNow
})

async function report(who: User, query = '') {
  const response = await who.call('GET', `/project/${project.id}/time-report?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function track(who: User, taskId: number, startedAt: string, duration: number) {
  const response = await who.call('POST', '/time-interval', { taskId, startedAt, duration })
  assert.equal(response.statusCode, 200, response.body)
}

async function someTime() {
  await track(member, first, '2026-05-03T23:30:00Z', 3600)
  await track(member, second, '2026-05-04T08:00:00Z', 60)
  await track(manager, first, '2026-05-04T08:00:00Z', 600)
  await track(member, first, '2026-04-30T23:59:50Z', 20)
  await track(foreign.member, await createTeamTask(foreign), '2026-05-04T08:00:00Z', 600)
}

const title = 'Write it down'
const name = 'Sam Sample'

test('the report covers the current month by default, by user, task and day', async () => {
  await someTime()
  const item = await report(manager)
  const { rows, ...head } = item
  assert.deepEqual(head, {
    from: '2026-05-01',
    to: '2026-05-31',
    timeZone: 'UTC',
    groupBy: ['user', 'task', 'day'],
    totalSeconds: 10 + 3600 + 60 + 600,
  })
  const ofMember = { userId: member.id, name }
  const expected = [
    { ...ofMember, taskId: first, number: 1, title, date: '2026-05-01', seconds: 10 },
    { ...ofMember, taskId: first, number: 1, title, date: '2026-05-03', seconds: 1800 },
    { ...ofMember, taskId: first, number: 1, title, date: '2026-05-04', seconds: 1800 },
    { ...ofMember, taskId: second, number: 2, title, date: '2026-05-04', seconds: 60 },
    { userId: manager.id, name, taskId: first, number: 1, title, date: '2026-05-04', seconds: 600 },
  ]
  assert.deepEqual(
    rows,
    expected.sort((one, other) => one.userId - other.userId),
  )
})

test('it groups by any of them in any order', async () => {
  await someTime()
  const rows = async (groupBy: string) => (await report(owner, `groupBy=${groupBy}`)).rows
  assert.deepEqual(await rows('day'), [
    { date: '2026-05-01', seconds: 10 },
    { date: '2026-05-03', seconds: 1800 },
    { date: '2026-05-04', seconds: 2460 },
  ])
  assert.deepEqual(await rows('task'), [
    { taskId: first, number: 1, title, seconds: 4210 },
    { taskId: second, number: 2, title, seconds: 60 },
  ])
  const byDayAndTask = (await rows('day,task')) as { date: string; taskId: number }[]
  assert.deepEqual(
    byDayAndTask.map(({ date, taskId }) => [date, taskId]),
    [
      ['2026-05-01', first],
      ['2026-05-03', first],
      ['2026-05-04', first],
      ['2026-05-04', second],
    ],
  )
})

test('both bounds are whole days of the time zone', async () => {
  await someTime()
  const total = async (query: string) => (await report(manager, query)).totalSeconds
  assert.equal(await total('from=2026-05-03&to=2026-05-03'), 1800)
  assert.equal(await total('from=2026-05-04&to=2026-05-04&timeZone=Europe/Berlin'), 3600 + 660)
  assert.equal(await total('from=2026-05-03&to=2026-05-03&timeZone=Europe/Berlin'), 0)
  const days = async (query: string) => {
    const { from, to } = await report(manager, query)
    return [from, to]
  }
  assert.deepEqual(await days('to=2024-02-10'), ['2024-02-01', '2024-02-10'])
  assert.deepEqual(await days('from=2026-04-15'), ['2026-04-15', '2026-05-31'])
  assert.deepEqual(await days('from=2028-02-03'), ['2028-02-03', '2028-02-29'])
})

test('without time.any it contains only the user’s own time', async () => {
  await someTime()
  assert.equal((await report(member)).totalSeconds, 3670)
  assert.equal((await report(viewer)).totalSeconds, 0)
  assert.equal((await report(owner)).totalSeconds, 4270)
  const url = `/project/${project.id}/time-report`
  assert.equal(await statusOf(stranger, 'GET', url), 403)
  assert.equal(await statusOf(foreign.owner, 'GET', `${url}?format=csv`), 403)
  assert.equal(await statusOf(member, 'GET', '/project/999999/time-report'), 404)
})

test('invalid query parameters are named', async () => {
  for (const query of [
    'groupBy=week',
    'groupBy=user,user',
    'groupBy=user,',
    'format=xml',
    'from=now',
    'to=2026-02-30',
    'to=2026-05-01&from=2026-05-02',
    'timeZone=Nowhere',
  ]) {
    const response = await member.call('GET', `/project/${project.id}/time-report?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [query.split('=')[0]])
  }
})

longTest('a report with too many rows is refused', async () => {
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // without the trigger for the task's total
    await sql`insert into time_intervals (task_id, task_project_id, user_id, started_at, ended_at, source)
      select ${first}, ${project.id}, ${member.id}, moment, moment + interval '1 second', 'manual'
      from generate_series(timestamptz '1850-01-01', '1990-01-01', '1 day') as moment`.execute(tx)
  })
  const query = 'from=1850-01-01&to=1990-01-01'
  assert.equal((await report(member, `${query}&groupBy=user,task`)).rows.length, 1)
  for (const format of ['json', 'csv']) {
    const url = `/project/${project.id}/time-report?${query}&format=${format}`
    const refused = await member.call('GET', url)
    assert.equal(refused.statusCode, 422, refused.body)
    assert.deepEqual(Object.keys(refused.json().error.details.errors), ['groupBy'])
  }
  await sql`truncate time_intervals`.execute(db) // faster than one by one
})

test('the CSV has a header, quotes where needed, and no formulas', async () => {
  const named = async (title: string) =>
    (await member.call('POST', '/task', { title, columnId: toDo })).json().item as {
      id: number
      number: number
    }
  const titles = ['=1+2', '+1', '-1', '@sum', 'Say "no", twice', 'Заявка', "it's = fine"]
  const tasks = await Promise.all(titles.map(named))
  for (const { id } of tasks) await track(member, id, '2026-05-04T08:00:00Z', 60)
  const url = `/project/${project.id}/time-report?format=csv&groupBy=task,user,day`
  const response = await manager.call('GET', url)
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(
    response.headers['content-disposition'],
    'attachment; filename="time-2026-05-01-2026-05-31.csv"',
  )
  const cells = ["'=1+2", "'+1", "'-1", "'@sum", '"Say ""no"", twice"', 'Заявка', "it's = fine"]
  const lines = tasks
    .map(({ id, number }, index) => ({
      number,
      line: `${id},${number},${cells[index]},${member.id},${name},2026-05-04,60`,
    }))
    .sort((one, other) => one.number - other.number)
  const expected = ['taskId,number,title,userId,name,date,seconds', ...lines.map(({ line }) => line), '']
  assert.deepEqual(response.body.split('\r\n'), expected)
  const empty = await viewer.call('GET', `/project/${project.id}/time-report?format=csv&groupBy=day`)
  assert.equal(empty.body, 'date,seconds\r\n')
})

test('a name that looks like a formula is escaped too', async () => {
  await db.updateTable('users').set({ name: '\t=cmd' }).where('id', '=', manager.id).execute()
  await track(manager, first, '2026-05-04T08:00:00Z', 60)
  const { body } = await manager.call('GET', `/project/${project.id}/time-report?format=csv&groupBy=user`)
  assert.equal(body, `userId,name,seconds\r\n${manager.id},'\t=cmd Sample,60\r\n`)
  await db.updateTable('users').set({ name: 'Sam' }).where('id', '=', manager.id).execute()
})

test('the report runs a fixed number of statements, whatever its size', async () => {
  await someTime()
  const { statementsOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, manager.token)
  const url = `/project/${project.id}/time-report`
  await call('GET', url)
  const little = await statementsOf(() => call('GET', `${url}?from=2020-01-01&to=2020-01-01`))
  const much = await statementsOf(() => call('GET', `${url}?from=2000-01-01&to=2030-01-01&format=csv`))
  assert.equal(little.length, much.length)
})

const asked = fc.record({
  now: situation,
  groupBy: fc.shuffledSubarray(['user', 'task', 'day'], { minLength: 1 }),
  from: fc.nat(3),
  to: fc.nat(3),
})

test(`the sums of a report match the local clock in every time zone (${RUNS} runs)`, async () => {
  await fc.assert(fc.asyncProperty(asked, checkReport), { numRuns: RUNS })
})

type Report = { now: Situation; groupBy: string[]; from: number; to: number }

async function checkReport({ now, groupBy, from: skipped, to: left }: Report) {
  const userIds = [member.id, manager.id]
  await enterSituation(services, now, userIds, taskIds)
  const dates = datesOf(now)
  const from = dates[Math.min(skipped, dates.length - 1)] as string
  const to = dates[Math.max(dates.length - 1 - left, dates.indexOf(from))] as string
  const query = `from=${from}&to=${to}&groupBy=${groupBy}&timeZone=${now.zone}`
  const item = await report(manager, query)
  const sums: Record<string, number> = {}
  for (const tracked of now.tracked) {
    for (const { date, seconds } of slicesOf(now.zone, tracked)) {
      if (date < from || date > to) continue
      const group: Record<string, unknown> = {
        user: userIds[tracked.user],
        task: taskIds[tracked.task],
        day: date,
      }
      const key = groupBy.map(name => group[name]).join()
      sums[key] = (sums[key] ?? 0) + seconds
    }
  }
  const rows = item.rows.map(({ userId, taskId, date, seconds }: Record<string, unknown>) => {
    const group: Record<string, unknown> = { user: userId, task: taskId, day: date }
    return [groupBy.map(name => group[name]).join(), seconds]
  })
  assert.deepEqual(Object.fromEntries(rows), sums)
  assert.equal(rows.length, Object.keys(sums).length)
  assert.equal(
    item.totalSeconds,
    Object.values(sums).reduce((sum, seconds) => sum + seconds, 0),
  )
}
