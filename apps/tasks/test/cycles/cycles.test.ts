import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import type { Cycle } from '#cycles/cycle.contract.ts'
import type { BurnDownReport, CapacityReport } from '#reports/cycle-report.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, type Team } from '../team.ts'

const HOUR = 3600
const services = await sharedServices()
const { deps } = services
const realNow = deps.now
let team: Team
let other: Team

before(async () => {
  team = await createTeam(services)
  other = await createTeam(services)
})
beforeEach(() => setDay('2026-03-02'))
after(() => {
  deps.now = realNow
})

function setDay(day: string, hour = 12) {
  deps.now = () => new Date(`${day}T${hour}:00:00Z`)
}

type Answer = Awaited<ReturnType<Team['member']['call']>>

function itemOf<Item>(response: Answer): Item {
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

function refusedWith(response: Answer, status: number, code: string) {
  assert.equal(response.statusCode, status, response.body)
  assert.ok(response.body.includes(code), response.body)
}

async function createCycle(input: object = {}, of = team) {
  return itemOf<Cycle>(
    await of.manager.call('POST', `/project/${of.project.id}/cycle`, { name: 'Sprint', ...input }),
  )
}

async function createTask(input: object = {}) {
  const task = { title: 'Task', columnId: team.toDo, ...input }
  return itemOf<Task>(await team.member.call('POST', '/task', task))
}

async function getTask(id: number) {
  return itemOf<Task>(await team.member.call('GET', `/task/${id}`))
}

function complete(id: number) {
  return team.member.call('POST', `/task/${id}/move-to-column`, { columnId: team.done })
}

async function idsFor(query: string) {
  const response = await team.member.call('GET', `/task?projectId=${team.project.id}&limit=1000&${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items.map((task: Task) => task.id)
}

const filtered = (filter: string) => idsFor(`filter=${encodeURIComponent(filter)}`)

async function listActivity(type: string) {
  const url = `/project/${team.project.id}/activity?limit=1000`
  const { items } = (await team.member.call('GET', url)).json()
  return items.filter((entry: { type: string }) => entry.type === type)
}

test('a cycle has a name, a goal, and days in their order', async () => {
  const url = `/project/${team.project.id}/cycle`
  const cycle = await createCycle({ startDate: '2026-03-02', endDate: '2026-03-13', goal: 'Ship it' })
  assert.deepEqual([cycle.goal, cycle.taskTotal, cycle.finishedAt], ['Ship it', 0, null])
  const change = (body: object) => team.manager.call('PUT', `/cycle/${cycle.id}`, body)
  refusedWith(await change({ endDate: '2026-03-01' }), 422, 'cycle_ends_before_start')
  refusedWith(await change({ startDate: '2026-03-14' }), 422, 'cycle_starts_after_end')
  refusedWith(await change({ endDate: '2027-03-03' }), 422, 'cycle_too_long')
  assert.equal(itemOf<Cycle>(await change({ endDate: '2027-03-02' })).endDate, '2027-03-02')
  assert.equal(itemOf<Cycle>(await change({ startDate: null })).startDate, null)
  const [updated] = await listActivity('cycle.updated')
  assert.deepEqual(updated.before, { cycleId: cycle.id, name: 'Sprint', startDate: '2026-03-02' })
  refusedWith(await team.member.call('POST', url, { name: 'Mine' }), 403, 'role_too_low')
  refusedWith(await team.stranger.call('GET', url), 403, 'not_a_member')
  const { items } = (await team.viewer.call('GET', url)).json()
  assert.deepEqual(
    items.map((one: Cycle) => one.id),
    [cycle.id],
  )
})

test('a task is in one cycle of its project, wherever it is changed', async () => {
  const [one, two] = [await createCycle(), await createCycle({ name: 'Next' })]
  const foreign = await createCycle({}, other)
  const { member, inProgress, project } = team
  const task = await createTask({ cycleId: one.id })
  assert.equal(task.cycleId, one.id)
  const put = (body: object) => member.call('PUT', `/task/${task.id}`, body)
  assert.equal(itemOf<Task>(await put({ cycleId: two.id })).cycleId, two.id)
  refusedWith(await put({ cycleId: foreign.id }), 422, 'in_other_project')
  refusedWith(await put({ cycleId: 999_999 }), 422, 'does_not_exist')
  const elsewhere = { title: 'x', columnId: team.toDo, cycleId: foreign.id }
  refusedWith(await member.call('POST', '/task', elsewhere), 422, 'in_other_project')
  refusedWith(await put({ cycleId: null, version: task.version }), 409, 'stale_version')
  const moved = await member.call('POST', `/task/${task.id}/move-to-column`, {
    columnId: inProgress,
    cycleId: one.id,
  })
  assert.equal(itemOf<Task>(moved).cycleId, one.id)
  const board = itemOf<{ columns: { tasks: Task[] }[] }>(
    await member.call('GET', `/board/${team.boardId}/full`),
  )
  const cards = board.columns.flatMap(({ tasks }) => tasks)
  assert.equal(cards.find(({ id }) => id === task.id)?.cycleId, one.id)
  const bulk = (change: object) => member.call('POST', '/task/bulk', { ids: [task.id], change })
  const changed = itemOf<{ id: number }>(await bulk({ cycleId: two.id }))
  assert.equal((await getTask(task.id)).cycleId, two.id)
  itemOf(await member.call('POST', `/task/bulk/${changed.id}/undo`))
  assert.equal((await getTask(task.id)).cycleId, one.id)
  refusedWith(await bulk({ cycleId: foreign.id }), 200, 'in_other_project')
  const csv = await member.call('GET', `/task/csv?columns=title,cycle&ids=${task.id}`)
  assert.match(csv.body, /^.*Title,Cycle\r\n.*,Sprint\r\n$/)
  itemOf(await put({ dueDate: '2026-03-05' }))
  const scheduled = await member.call('GET', `/task/schedule?ids=${task.id}`)
  assert.deepEqual(
    itemOf<{ tasks: Task[] }>(scheduled).tasks.map(({ cycleId }) => cycleId),
    [one.id],
  )
  const copy = itemOf<Task>(await member.call('POST', `/task/${task.id}/duplicate`, {}))
  assert.equal(copy.cycleId, one.id)
  await other.owner.call('POST', `/project/${other.project.id}/member`, {
    userId: team.manager.id,
    role: 'manager',
  })
  const target = { projectId: other.project.id }
  const away = itemOf<Task>(await team.manager.call('POST', `/task/${task.id}/move-to-project`, target))
  assert.equal(away.cycleId, null)
  const recorded = (await listActivity('task.updated')).map(({ after }: { after: object }) => after)
  assert.deepEqual(recorded.at(-1), { cycleId: two.id })
  const summary = await member.call('GET', `/task/summary?projectId=${project.id}&groupBy=cycle`)
  const groups = itemOf<{ groups: { key: string | null; title: string; count: number; filter: string }[] }>(
    summary,
  )
  const group = groups.groups.find(({ key }) => key === String(one.id))
  assert.deepEqual([group?.title, group?.count, group?.filter], ['Sprint', 1, `cycle = ${one.id}`])
})

test('the current cycle is one that includes today and is not finished', async () => {
  const days = { startDate: '2026-03-01', endDate: '2026-03-02' }
  const current = await createCycle({ name: 'Now', ...days })
  const past = await createCycle({ name: 'Then', startDate: '2026-02-01', endDate: '2026-03-01' })
  const early = await createCycle({ name: 'Early', ...days })
  const ids = []
  for (const cycleId of [current.id, past.id, early.id, null]) ids.push((await createTask({ cycleId })).id)
  const [inCurrent, inPast, inEarly, inNone] = ids as [number, number, number, number]
  await complete(inEarly)
  itemOf(await team.manager.call('POST', `/cycle/${early.id}/finish`, {}))
  assert.deepEqual(await filtered('cycle = current'), [inCurrent])
  assert.deepEqual(await idsFor('cycleId=current'), [inCurrent])
  assert.deepEqual(await idsFor(`cycleId=${past.id},current`), [inCurrent, inPast])
  assert.deepEqual(await filtered('cycle = "then", early'), [inPast, inEarly])
  const outside: number[] = await filtered(`cycle = none and number > 0`)
  assert.ok(outside.includes(inNone) && !outside.includes(inCurrent))
  assert.deepEqual(await idsFor('cycleId=none'), outside)
  assert.ok((await filtered('cycle != current')).includes(inNone))
  assert.deepEqual(await idsFor('filter=cycle%20%3D%20current&today=2026-03-01'), [inCurrent, inPast])
  refusedWith(await team.member.call('GET', '/task?cycleId=soon'), 422, 'cycle_ids_expected')
})

test('finishing a cycle carries open tasks over, and nothing enters it any more', async () => {
  const [cycle, next] = [await createCycle(), await createCycle({ name: 'Next' })]
  const input = { cycleId: cycle.id, estimateSeconds: HOUR }
  const [done, open, deleted] = [await createTask(input), await createTask(input), await createTask(input)]
  await complete(done.id)
  await team.member.call('DELETE', `/task/${deleted.id}`)
  const finish = (id: number, body: object) => team.manager.call('POST', `/cycle/${id}/finish`, body)
  const foreign = await createCycle({}, other)
  refusedWith(await finish(cycle.id, { carryOverTo: cycle.id }), 422, 'same_cycle')
  refusedWith(await finish(cycle.id, { carryOverTo: foreign.id }), 422, 'in_other_project')
  refusedWith(await finish(cycle.id, { carryOverTo: 999_999 }), 422, 'does_not_exist')
  const finished = itemOf<Cycle>(await finish(cycle.id, { carryOverTo: next.id }))
  assert.equal(finished.finishedAt, '2026-03-02T12:00:00.000Z')
  assert.deepEqual(
    [finished.taskTotal, finished.taskDone, finished.carriedOverCount, finished.carriedOverSeconds],
    [1, 1, 1, HOUR],
  )
  const cyclesOf = async () => [(await getTask(done.id)).cycleId, (await getTask(open.id)).cycleId]
  assert.deepEqual(await cyclesOf(), [cycle.id, next.id])
  itemOf(await team.member.call('POST', `/task/${deleted.id}/restore`))
  assert.equal((await getTask(deleted.id)).cycleId, next.id)
  refusedWith(await finish(cycle.id, {}), 409, 'cycle_finished')
  refusedWith(await finish(next.id, { carryOverTo: cycle.id }), 422, 'finished_cycle')
  refusedWith(await team.member.call('PUT', `/task/${open.id}`, { cycleId: cycle.id }), 422, 'finished_cycle')
  itemOf(await team.member.call('PUT', `/task/${done.id}`, { title: 'Renamed' }))
  const copy = itemOf<Task>(await team.member.call('POST', `/task/${done.id}/duplicate`, {}))
  assert.equal(copy.cycleId, null)
  itemOf(await finish(next.id, { carryOverTo: null }))
  assert.deepEqual(await cyclesOf(), [cycle.id, null])
  const [last] = await listActivity('cycle.finished')
  assert.deepEqual(last.after, {
    cycleId: next.id,
    name: 'Next',
    doneCount: 0,
    carriedOverCount: 2,
    carriedOverTo: null,
  })
})

test('deleting a cycle leaves its tasks without one', async () => {
  const cycle = await createCycle()
  const task = await createTask({ cycleId: cycle.id })
  refusedWith(await team.member.call('DELETE', `/cycle/${cycle.id}`), 403, 'role_too_low')
  assert.equal((await team.manager.call('DELETE', `/cycle/${cycle.id}`)).statusCode, 200)
  const { cycleId, version } = await getTask(task.id)
  assert.deepEqual([cycleId, version], [null, 2])
  const [deleted] = await listActivity('cycle.deleted')
  assert.deepEqual(deleted.before, { cycleId: cycle.id, name: 'Sprint', taskCount: 1 })
  refusedWith(await team.manager.call('DELETE', `/cycle/${cycle.id}`), 404, 'cycle_not_found')
})

test('tasks that are planned and a cycle that is finished at the same time never meet', async () => {
  const [cycle, next] = [await createCycle(), await createCycle({ name: 'Next' })]
  const tasks = await Promise.all(Array.from({ length: 8 }, () => createTask({ cycleId: null })))
  const plan = (id: number) => team.member.call('PUT', `/task/${id}`, { cycleId: cycle.id })
  const ids = tasks.map(({ id }) => id)
  const [single, rest] = [ids.slice(0, 4), ids.slice(4)]
  const answers = await Promise.all([
    ...single.slice(0, 2).map(plan),
    team.member.call('POST', '/task/bulk', { ids: rest, change: { cycleId: cycle.id } }),
    team.manager.call('POST', `/cycle/${cycle.id}/finish`, { carryOverTo: next.id }),
    ...single.slice(2).map(plan),
  ])
  for (const { statusCode, body } of answers) assert.ok([200, 422].includes(statusCode), body)
  for (const id of ids) assert.notEqual((await getTask(id)).cycleId, cycle.id)
})

longTest(
  'the burn-down follows scope, estimates and completions day by day, until the moment before the end',
  async () => {
    const { member, manager, project } = team
    const cycle = await createCycle({ startDate: '2026-03-02', endDate: '2026-03-06' })
    const url = `/project/${project.id}/report/burn-down?cycleId=${cycle.id}&timeZone=UTC`
    const input = { cycleId: cycle.id, estimateSeconds: 2 * HOUR }
    const one = await createTask(input)
    const two = await createTask(input)
    await createTask({ cycleId: cycle.id })
    const late = await createTask({ estimateSeconds: HOUR })
    setDay('2026-03-03')
    await complete(one.id)
    await member.call('PUT', `/task/${late.id}`, { cycleId: cycle.id })
    setDay('2026-03-04')
    itemOf(await member.call('PUT', `/task/${two.id}`, { estimateSeconds: 5 * HOUR }))
    const read = async () => itemOf<BurnDownReport>(await member.call('GET', url))
    const rows = ({ days }: BurnDownReport) =>
      days.map(day => [
        day.date.slice(8),
        day.scopeCount,
        day.remainingCount,
        day.remainingSeconds,
        day.idealCount,
      ])
    const seconds = (hours: number) => hours * HOUR
    const known = [
      ['02', 3, 3, seconds(4), 3],
      ['03', 4, 3, seconds(3), 2.25],
      ['04', 4, 3, seconds(6), 1.5],
    ]
    const ahead = [
      ['05', null, null, null, 0.75],
      ['06', null, null, null, 0],
    ]
    assert.deepEqual(rows(await read()), [...known, ...ahead])
    setDay('2026-03-04', 15)
    itemOf(await manager.call('POST', `/cycle/${cycle.id}/finish`, {}))
    assert.deepEqual(rows(await read()), [...known, ...ahead])
    setDay('2026-03-20')
    await member.call('DELETE', `/task/${two.id}`)
    assert.deepEqual(rows(await read()), [...known, ...ahead])
    const csv = await member.call('GET', `${url}&format=csv`)
    assert.match(csv.body.split(/\r?\n/)[1] ?? '', /^"?2026-03-02"?,/)
    const foreign = await createCycle({}, other)
    const outside = `/project/${project.id}/report/burn-down?cycleId=${foreign.id}`
    refusedWith(await member.call('GET', outside), 422, 'does_not_exist')
    const undated = await createCycle()
    await createTask({ cycleId: undated.id })
    const { days } = itemOf<BurnDownReport>(
      await member.call('GET', url.replace(`${cycle.id}&`, `${undated.id}&`)),
    )
    assert.deepEqual(
      days.map(day => [day.date, day.remainingCount, day.idealCount]),
      [['2026-03-20', 1, 0]],
    )
  },
)

longTest('capacity compares estimates with the working hours of each person', async () => {
  const { member, manager, project, viewer } = team
  const cycle = await createCycle({ startDate: '2026-03-02', endDate: '2026-03-15' })
  await member.call('PUT', '/users/me/settings', { workdaySeconds: 4 * HOUR, workingDays: [1, 2, 3] })
  const input = { cycleId: cycle.id, estimateSeconds: 2 * HOUR, assigneeId: member.id }
  const done = await createTask(input)
  await createTask(input)
  await createTask({ cycleId: cycle.id })
  await complete(done.id)
  const url = `/project/${project.id}/report/capacity?cycleId=${cycle.id}`
  const { people } = itemOf<CapacityReport>(await member.call('GET', url))
  const of = (userId: number | null) => people.find(person => person.userId === userId)
  assert.deepEqual(of(member.id), {
    userId: member.id,
    name: of(member.id)?.name,
    taskCount: 2,
    doneCount: 1,
    unestimatedCount: 0,
    estimateSeconds: 4 * HOUR,
    remainingSeconds: 2 * HOUR,
    capacitySeconds: 6 * 4 * HOUR,
  })
  assert.deepEqual([of(manager.id)?.taskCount, of(manager.id)?.capacitySeconds], [0, 10 * 8 * HOUR])
  assert.deepEqual([of(null)?.unestimatedCount, of(null)?.capacitySeconds], [1, null])
  assert.equal(of(viewer.id), undefined)
})

test('milestones are days with names', async () => {
  const { manager, member, project } = team
  const url = `/project/${project.id}/milestone`
  const created = await manager.call('POST', url, { name: 'Launch', date: '2026-04-01' })
  const { id } = itemOf<{ id: number }>(created)
  itemOf(await manager.call('POST', url, { name: 'Beta', date: '2026-03-01' }))
  itemOf(await manager.call('PUT', `/milestone/${id}`, { date: '2026-04-08' }))
  const names = async () =>
    (await member.call('GET', url))
      .json()
      .items.map((one: { name: string; date: string }) => [one.name, one.date])
  assert.deepEqual(await names(), [
    ['Beta', '2026-03-01'],
    ['Launch', '2026-04-08'],
  ])
  refusedWith(await member.call('PUT', `/milestone/${id}`, { name: 'Mine' }), 403, 'role_too_low')
  assert.equal((await manager.call('DELETE', `/milestone/${id}`)).statusCode, 200)
  refusedWith(await manager.call('DELETE', `/milestone/${id}`), 404, 'milestone_not_found')
  const kinds = ['milestone.created', 'milestone.updated', 'milestone.deleted']
  for (const kind of kinds) assert.ok((await listActivity(kind)).length > 0, kind)
})
