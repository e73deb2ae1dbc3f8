import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, beforeEach, test } from 'node:test'
import { migrationsOf } from '@atrium/testing/test-database'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Overview } from '#reports/overview.contract.ts'
import { sharedServices } from '../both-services.ts'
import {
  history,
  listEntries,
  localDate,
  playHistory,
  replay,
  type TaskState,
  type World,
  zones,
} from '../report-model.ts'
import { createTeam, createUser, type User } from '../team.ts'

const RUNS = Number(process.env.REPORT_RUNS ?? 4)

const services = await sharedServices()
const { deps } = services
const { db } = deps
const realNow = deps.now
const owner = await createUser(services)

beforeEach(() => {
  deps.now = realNow
})
after(() => {
  deps.now = realNow
})

async function get(who: User, url: string) {
  const response = await who.call('GET', url)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

const asked = fc.record({
  steps: history,
  zone: fc.constantFrom(...zones),
  project: fc.nat(1),
  board: fc.option(fc.nat(2)),
  skipped: fc.nat(12),
  length: fc.nat(25),
  per: fc.constantFrom('day', 'week'),
})
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

test(`reports match an independent computation from the activity (${RUNS} histories)`, async () => {
  await fc.assert(fc.asyncProperty(asked, checkReports), { numRuns: RUNS })
})

async function checkReports({ steps, ...question }: Asked) {
  const world = await playHistory(services, owner, steps)
  const entries = await listEntries(services, world)
  const { expected, url } = await expectedReports(world, entries, question)
  assert.deepEqual(await readReports(url, question.per), expected)

  // The migration computes the past of existing tasks from the same activity. It does not know estimates of removed tasks
  // and what was completed in the trash.
  await sql`delete from task_stages`.execute(db)
  await sql.raw(backfill).execute(db)
  const filled = await readReports(url, question.per)
  assert.deepEqual(filled.flow, expected.flow)
  assert.deepEqual(filled.burnUp, expected.burnUp)
  const isClear = entries.every(({ type, after }) => type !== 'task.moved' || !('deletedAt' in after))
  if (isClear) assert.deepEqual(filled.throughput, expected.throughput)
}

const migration = readFileSync(new URL('023-reports.sql', migrationsOf('tasks')), 'utf8')
const backfill = migration.slice(migration.indexOf('with recorded as'))

async function expectedReports(
  world: World,
  entries: Awaited<ReturnType<typeof listEntries>>,
  { zone, project, board, skipped, length, per }: Omit<Asked, 'steps'>,
) {
  const dates = datesBetween(localDate(zone, Date.parse('2025-03-07T15:30:00Z')), localDate(zone, world.now))
  const from = dates[Math.min(skipped, dates.length - 1)] as string
  const covered = dates.slice(dates.indexOf(from), dates.indexOf(from) + length + 1)
  const to = covered.at(-1) as string
  const projectId = world.projectIds[project] as number
  const boardId = board === null ? undefined : world.boardIds[board]
  const isBoardThere = boardId === undefined || (board === 2) === (project === 1)
  const query = `from=${from}&to=${to}&timeZone=${zone}${boardId && isBoardThere ? `&boardId=${boardId}` : ''}`
  const at = (date: string) =>
    replay(
      world,
      entries.filter(({ createdAt }) => localDate(zone, Date.parse(createdAt)) <= date),
    ).filter(task => task.projectId === projectId && (!boardId || !isBoardThere || task.boardId === boardId))
  const isCompleted = ({ completedAt }: TaskState) => {
    const date = completedAt && localDate(zone, completedAt)
    return date !== null && date >= from && date <= to
  }
  const completed = at(to).filter(isCompleted) as (TaskState & { completedAt: number })[]
  const periodOf = ({ completedAt }: { completedAt: number }) => {
    const date = localDate(zone, completedAt)
    const weekday = (new Date(date).getUTCDay() + 6) % 7
    return per === 'day' ? date : new Date(Date.parse(date) - weekday * 86_400_000).toISOString().slice(0, 10)
  }
  const whole = (ms: number) => Math.floor(ms / 1000)
  const leads = completed.map(({ createdAt, completedAt }) => whole(completedAt - createdAt))
  const cycles = completed.map(({ startedAt, completedAt }) => whole(completedAt - (startedAt as number)))
  const expected = {
    flow: covered.map(date => countBy(at(date).map(({ columnId }) => columnId))),
    burnUp: covered.map(date => [at(date).length, at(date).filter(isDone).length]),
    seconds: covered.map(date => [estimateOf(at(date)), estimateOf(at(date).filter(isDone))]),
    throughput: countBy(completed.map(periodOf)),
    times: Object.fromEntries(completed.map(({ taskId }, index) => [taskId, [leads[index], cycles[index]]])),
    percentiles: [percentilesOf(leads), percentilesOf(cycles)],
  }
  return { expected, url: { path: `/project/${projectId}/report`, query } }
}

async function readReports({ path, query }: { path: string; query: string }, per: string) {
  const flow = await get(owner, `${path}/flow?${query}`)
  const burnUp = await get(owner, `${path}/burn-up?${query}`)
  const throughput = await get(owner, `${path}/throughput?${query}&per=${per}`)
  const times = await get(owner, `${path}/cycle-time?${query}`)
  return {
    flow: flow.days.map(({ counts }: { counts: number[] }) =>
      nonZero(
        flow.columns.map(({ columnId }: { columnId: number }, index: number) => [columnId, counts[index]]),
      ),
    ),
    burnUp: burnUp.days.map((day: Record<string, number>) => [day.scopeCount, day.doneCount]),
    seconds: burnUp.days.map((day: Record<string, number>) => [day.scopeSeconds, day.doneSeconds]),
    throughput: nonZero(throughput.periods.map(({ date, count }: Record<string, number>) => [date, count])),
    times: Object.fromEntries(
      times.tasks.map((task: Record<string, number>) => [task.taskId, [task.leadSeconds, task.cycleSeconds]]),
    ),
    percentiles: [times.lead, times.cycle],
  }
}

function isDone({ completedAt }: TaskState) {
  return completedAt !== null
}

function estimateOf(tasks: TaskState[]) {
  return tasks.reduce((sum, { estimateSeconds }) => sum + (estimateSeconds ?? 0), 0)
}

function countBy(keys: (string | number)[]) {
  const groups = Map.groupBy(keys, key => String(key))
  return Object.fromEntries([...groups].map(([key, same]) => [key, same.length]))
}

function nonZero(counts: [string | number, number][]) {
  return Object.fromEntries(counts.filter(([, count]) => count !== 0))
}

/** Nearest rank: the shortest time that at least so many percent of the tasks did not exceed. */
function percentilesOf(times: number[]) {
  if (times.length === 0) return null
  const sorted = times.toSorted((one, other) => one - other)
  const rank = (percent: number) => sorted[Math.ceil((percent * sorted.length) / 100) - 1]
  return { p50: rank(50), p85: rank(85), p95: rank(95) }
}

function datesBetween(from: string, to: string) {
  const dates: string[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000) {
    dates.push(new Date(day).toISOString().slice(0, 10))
  }
  return dates
}

test('reports keep what happened to tasks and columns that are gone, without their titles', async () => {
  const team = await createTeam(services)
  const { member, project, toDo, inProgress, done, boardId } = team
  const moved = (await team.owner.call('POST', '/project', { name: 'Elsewhere' })).json().item
  await team.owner.call('POST', `/project/${moved.id}/board`, { name: 'Board' })
  const at = (moment: string) => {
    deps.now = () => new Date(moment)
  }
  const ids: number[] = []
  at('2025-05-05T10:00:00Z')
  for (const title of ['Stays', '=Removed', 'Moves away']) {
    const body = { title, columnId: toDo, estimateSeconds: 7200 }
    ids.push((await member.call('POST', '/task', body)).json().item.id)
  }
  const [stays, removed, movesAway] = ids as [number, number, number]
  at('2025-05-06T10:00:00Z')
  for (const id of ids) await member.call('POST', `/task/${id}/move-to-column`, { columnId: inProgress })
  at('2025-05-08T22:30:00Z')
  for (const id of ids) await member.call('POST', `/task/${id}/move-to-column`, { columnId: done })
  const interval = { taskId: stays, startedAt: '2025-05-06T10:00:00Z', duration: 3600 }
  await member.call('POST', '/time-interval', interval)
  at('2025-05-12T10:00:00Z')
  await team.owner.call('DELETE', `/task/${removed}`)
  await team.owner.call('DELETE', `/task/${removed}/hard`)
  await team.owner.call('POST', `/task/${movesAway}/move-to-project`, { projectId: moved.id })
  await team.owner.call('DELETE', `/board/column/${inProgress}?moveTo=${toDo}`)
  await sql`delete from board_columns where id = ${inProgress}`.execute(db) // as the clean-up does after 30 days

  const url = `/project/${project.id}/report`
  const query = `from=2025-05-05&to=2025-05-09&timeZone=UTC&boardId=${boardId}`
  const flow = await get(team.viewer, `${url}/flow?${query}`)
  assert.deepEqual(
    flow.columns.map(({ columnId, title, isDeleted }: Record<string, unknown>) => [
      columnId,
      title,
      isDeleted,
    ]),
    [
      [toDo, 'To do', false],
      [done, 'Done', false],
      [inProgress, 'In progress', true],
    ],
  )
  assert.deepEqual(
    flow.days.map(({ counts }: { counts: number[] }) => counts),
    [
      [3, 0, 0],
      [0, 0, 3],
      [0, 0, 3],
      [0, 3, 0],
      [0, 3, 0],
    ],
  )
  const times = await get(team.viewer, `${url}/cycle-time?${query}`)
  const lead = 3 * 86_400 + 12.5 * 3600
  assert.deepEqual(times.lead, { p50: lead, p85: lead, p95: lead })
  assert.equal(times.cycle.p50, lead - 86_400)
  assert.deepEqual(
    times.tasks.map(({ taskId, number, title }: Record<string, unknown>) => [taskId, number, title]),
    [
      [movesAway, null, null],
      [removed, null, null],
      [stays, 1, 'Stays'],
    ],
  )
  const throughput = await get(
    team.viewer,
    `${url}/throughput?${query.replace('UTC', 'Europe/Moscow')}&per=day`,
  )
  assert.deepEqual(
    throughput.periods.map(({ date, count }: Record<string, unknown>) => [date, count]).slice(-2),
    [
      ['2025-05-08', 0],
      ['2025-05-09', 3],
    ],
  )
  const estimates = await get(team.viewer, `${url}/estimates?${query}`)
  assert.deepEqual(estimates.tasks, [
    {
      taskId: stays,
      number: 1,
      title: 'Stays',
      completedOn: '2025-05-08',
      estimateSeconds: 7200,
      trackedSeconds: 3600,
    },
  ])
  const { total, estimatedCount, estimateSeconds, trackedSeconds } = estimates
  assert.deepEqual([total, estimatedCount, estimateSeconds, trackedSeconds], [1, 1, 7200, 3600])

  const filtered = await get(team.viewer, `${url}/cycle-time?${query}&filter=title ~ "stays"`)
  assert.deepEqual(
    filtered.tasks.map(({ taskId }: { taskId: number }) => taskId),
    [stays],
  )
  const others = await get(team.viewer, `${url}/cycle-time?${query}&filter=title ~ "away"`)
  assert.equal(others.total, 0)

  const files = {
    flow: ['date,columnId,column,tasks', `2025-05-05,${toDo},To do,3`],
    throughput: ['date,count,estimateSeconds', '2025-05-05,3,21600'],
    'cycle-time': [
      'taskId,number,title,completedAt,leadSeconds,cycleSeconds',
      `${movesAway},,,2025-05-08T22:30:00.000Z,${lead},${lead - 86_400}`,
    ],
    'burn-up': ['date,scopeCount,doneCount,scopeSeconds,doneSeconds', '2025-05-05,3,0,21600,0'],
    estimates: [
      'taskId,number,title,completedOn,estimateSeconds,trackedSeconds',
      `${stays},1,Stays,2025-05-08,7200,3600`,
    ],
  }
  for (const [name, lines] of Object.entries(files)) {
    const response = await team.viewer.call('GET', `${url}/${name}?${query}&format=csv`)
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(
      response.headers['content-disposition'],
      `attachment; filename="${name}-2025-05-05-2025-05-09.csv"`,
    )
    assert.deepEqual(response.body.split('\r\n').slice(0, 2), lines)
  }
})

test('invalid parameters are named, and another project’s board is not one', async () => {
  const [team, foreign] = [await createTeam(services), await createTeam(services)]
  for (const query of [
    'to=2025-02-30',
    'to=2025-05-01&from=2025-05-02',
    'to=2025-05-01&from=2022-04-01',
    'timeZone=Nowhere',
    'format=xml',
    'filter=assignee is',
    `boardId=${foreign.boardId}`,
    'boardId=999999',
  ]) {
    const response = await team.member.call('GET', `/project/${team.project.id}/report/flow?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [query.split('=')[0]])
  }
  const future = await get(team.member, `/project/${team.project.id}/report/burn-up?from=2090-01-01`)
  assert.deepEqual(future.days, [])
})

test('the overview shows goal, progress, load, overdue tasks and activity', async () => {
  const team = await createTeam(services)
  const { member, manager, project, toDo, done } = team
  const url = `/project/${project.id}`
  deps.now = () => new Date('2026-05-20T23:30:00Z')
  const plan = { goal: ' Ship it ', startDate: '2026-05-01', targetDate: '2026-06-30' }
  const changed = await team.owner.call('PUT', url, plan)
  assert.equal(changed.statusCode, 200, changed.body)
  for (const [body, field] of [
    [{ targetDate: '2026-04-30' }, 'targetDate'],
    [{ startDate: '2026-07-01' }, 'startDate'],
  ] as const) {
    const refused = await team.owner.call('PUT', url, body)
    assert.equal(refused.statusCode, 422)
    assert.deepEqual(Object.keys(refused.json().error.details.errors), [field])
  }
  const add = async (task: object) => {
    const response = await member.call('POST', '/task', { columnId: toDo, title: 'Work', ...task })
    return response.json().item.id as number
  }
  const late = await add({
    assigneeId: member.id,
    dueDate: '2026-05-20',
    estimateSeconds: 3600,
    title: 'Late',
  })
  const waits = await add({ assigneeId: member.id, dueDate: '2026-05-21', estimateSeconds: 1800 })
  await member.call('POST', `/task/${late}/relation`, { type: 'blocks', taskId: waits })
  await add({ dueDate: '2026-01-01', title: 'Very late' })
  await add({ columnId: done, assigneeId: manager.id, dueDate: '2026-01-01', estimateSeconds: 600 })
  const overview = await get(team.viewer, `${url}/overview?timeZone=UTC`)
  const { activity, load, overdue, blocked, ...head } = overview
  assert.deepEqual(head, {
    ...plan,
    goal: 'Ship it',
    today: '2026-05-20',
    progress: { doneCount: 1, totalCount: 4, doneSeconds: 600, totalSeconds: 6000 },
  })
  const rows = (load as Overview['load']).map(({ user, openCount, estimateSeconds, overdueCount }) => [
    user?.id ?? null,
    openCount,
    estimateSeconds,
    overdueCount,
  ])
  const [idle, alsoIdle] = [team.owner.id, manager.id].sort((one, other) => one - other)
  assert.deepEqual(rows, [
    [member.id, 2, 5400, 0],
    [idle, 0, 0, 0],
    [alsoIdle, 0, 0, 0],
    [null, 1, 0, 1],
  ])
  const titles = (tasks: { title: string }[]) => tasks.map(({ title }) => title)
  assert.deepEqual([overdue.count, titles(overdue.tasks)], [1, ['Very late']])
  assert.deepEqual([blocked.count, titles(blocked.tasks)], [1, ['Work']])
  assert.equal(activity[0].type, 'task.created')
  const tomorrow = await get(team.viewer, `${url}/overview?timeZone=Europe/Berlin`)
  assert.deepEqual([tomorrow.overdue.count, titles(tomorrow.overdue.tasks)], [2, ['Very late', 'Late']])
})
