import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import { MAX_PLANNED, type TaskInPlan } from '#planning/plan.contract.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeam, createUser, type Team, type User } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const instances = [services, await services.startInstance()]
const bases = await Promise.all(instances.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
const { db } = services.deps

const monday = '2026-03-02'
const tuesday = '2026-03-03'
const wednesday = '2026-03-04'

async function createTasks({ member, toDo }: Team, ...titles: string[]) {
  const ids: number[] = []
  for (const title of titles) {
    const response = await member.call('POST', '/task', { title, columnId: toDo, estimateSeconds: 3600 })
    ids.push(response.json().item.id)
  }
  return ids as [number, number, number]
}

async function plan(user: User, id: number, body: object) {
  const response = await user.call('PUT', `/task/${id}/plan`, body)
  assert.equal(response.statusCode, 200, response.body)
}

async function planOf(user: User, from = monday) {
  const response = await user.call('GET', `/plan?from=${from}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.tasks as TaskInPlan[]
}

async function titlesOf(user: User, from = monday) {
  return (await planOf(user, from)).map(({ plannedFor, title }) => `${plannedFor.slice(8)} ${title}`)
}

test('a user plans tasks for days in an order of their own, which nobody else sees', async () => {
  const team = await createTeam(services)
  const { member, viewer } = team
  const [write, read, rest] = await createTasks(team, 'Write', 'Read', 'Rest')
  await plan(member, write, { day: tuesday })
  await plan(member, read, { day: tuesday })
  await plan(member, rest, { day: monday })
  assert.deepEqual(await titlesOf(member), ['02 Rest', '03 Write', '03 Read'])

  await plan(member, rest, { day: tuesday, afterTaskId: write })
  assert.deepEqual(await titlesOf(member), ['03 Write', '03 Rest', '03 Read'])
  await plan(member, read, { day: tuesday, afterTaskId: null })
  assert.deepEqual(await titlesOf(member), ['03 Read', '03 Write', '03 Rest'])
  await plan(member, read, { day: tuesday })
  assert.deepEqual(await titlesOf(member), ['03 Write', '03 Rest', '03 Read'])
  // A task that has left the day in between.
  await plan(member, write, { day: tuesday, afterTaskId: 999_999 })
  assert.deepEqual(await titlesOf(member), ['03 Rest', '03 Read', '03 Write'])

  assert.deepEqual(await planOf(viewer), [])
  await plan(viewer, write, { day: wednesday })
  assert.deepEqual(await titlesOf(viewer), ['04 Write'])
  assert.deepEqual(await titlesOf(member), ['03 Rest', '03 Read', '03 Write'])
})

test('a planned task has what a list shows of it, and planning does not change it', async () => {
  const team = await createTeam(services)
  const { member, project } = team
  const [id] = await createTasks(team, 'Write')
  const before = (await member.call('GET', `/task/${id}`)).json().item
  await plan(member, id, { day: monday })
  assert.deepEqual((await member.call('GET', `/task/${id}`)).json().item, before)
  const { key } = (await member.call('GET', `/project/${project.id}`)).json().item
  const [planned] = await planOf(member)
  assert.deepEqual(planned, {
    ...Object.fromEntries(Object.keys(planned ?? {}).map(name => [name, before[name]])),
    projectKey: key,
    plannedFor: monday,
  })
  const activity = (await member.call('GET', `/task/${id}/activity`)).json().items
  assert.deepEqual(
    activity.map(({ type }: { type: string }) => type),
    ['task.created'],
  )
})

longTest('a task leaves the plan when it is removed from it, also from the trash', async () => {
  const team = await createTeam(services)
  const { member } = team
  const [write, read] = await createTasks(team, 'Write', 'Read')
  await plan(member, write, { day: monday })
  await plan(member, read, { day: monday })
  assert.equal((await member.call('DELETE', `/task/${write}/plan`)).statusCode, 200)
  assert.equal((await member.call('DELETE', `/task/${write}/plan`)).statusCode, 200)
  await member.call('DELETE', `/task/${read}`)
  assert.deepEqual(await planOf(member), [])
  assert.equal((await member.call('PUT', `/task/${read}/plan`, { day: tuesday })).statusCode, 410)
  assert.equal((await member.call('DELETE', `/task/${read}/plan`)).statusCode, 200)
  await member.call('POST', `/task/${read}/restore`)
  assert.deepEqual(await planOf(member), [])
})

longTest(
  'what was not done stays visible and moves to another day at once; what was done stays on its day',
  async () => {
    const team = await createTeam(services)
    const { member, viewer, done } = team
    const [write, read, rest] = await createTasks(team, 'Write', 'Read', 'Rest')
    await plan(member, rest, { day: wednesday })
    await plan(member, write, { day: tuesday })
    await plan(member, read, { day: monday })
    await plan(viewer, read, { day: monday })
    await member.call('POST', `/task/${write}/move-to-column`, { columnId: done })
    assert.deepEqual(await titlesOf(member, wednesday), ['02 Read', '04 Rest'])

    const response = await member.call('POST', '/plan/roll-over', { day: wednesday })
    assert.deepEqual(response.json(), { item: { movedIds: [read] } })
    assert.deepEqual(await titlesOf(member), ['03 Write', '04 Rest', '04 Read'])
    assert.deepEqual(await titlesOf(viewer), ['02 Read'])
    const again = await member.call('POST', '/plan/roll-over', { day: wednesday })
    assert.deepEqual(again.json(), { item: { movedIds: [] } })
  },
)

test('tasks of a project leave the plan of those who leave it, and of those who cannot follow a task', async () => {
  const team = await createTeam(services)
  const { owner, member, viewer, project } = team
  const [write, read] = await createTasks(team, 'Write', 'Read')
  for (const user of [member, viewer]) for (const id of [write, read]) await plan(user, id, { day: monday })

  const other = (await owner.call('POST', '/project', { name: 'Elsewhere' })).json().item
  await owner.call('POST', `/project/${other.id}/board`, { name: 'There' })
  await owner.call('POST', `/project/${other.id}/member`, { userId: viewer.id, role: 'member' })
  const moved = await owner.call('POST', `/task/${read}/move-to-project`, { projectId: other.id })
  assert.equal(moved.statusCode, 200, moved.body)
  assert.deepEqual(await titlesOf(member), ['02 Write'])
  assert.deepEqual(await titlesOf(viewer), ['02 Write', '02 Read'])

  await owner.call('DELETE', `/project/${project.id}/member/${viewer.id}`)
  assert.deepEqual(await titlesOf(viewer), ['02 Read'])
  await owner.call('POST', `/project/${project.id}/member`, { userId: viewer.id, role: 'viewer' })
  assert.deepEqual(await titlesOf(viewer), ['02 Read'])
})

test('only members plan the tasks of a project', async () => {
  const team = await createTeam(services)
  const [id] = await createTasks(team, 'Write')
  const admin = await createUser(services, 'owner')
  for (const user of [team.stranger, admin]) {
    const refused = await user.call('PUT', `/task/${id}/plan`, { day: monday })
    assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [403, 'not_a_member'])
  }
  const missing = await team.member.call('PUT', '/task/999999/plan', { day: monday })
  assert.equal(missing.statusCode, 404)
  const wrong = await team.member.call('PUT', `/task/${id}/plan`, { day: '2026-02-30' })
  assert.equal(wrong.statusCode, 422)
})

test('tasks of archived projects come back with them', async () => {
  const team = await createTeam(services)
  const { owner, member, project } = team
  const [id] = await createTasks(team, 'Write')
  await plan(member, id, { day: monday })
  await owner.call('DELETE', `/project/${project.id}`)
  assert.deepEqual(await planOf(member), [])
  const rolled = await member.call('POST', '/plan/roll-over', { day: tuesday })
  assert.deepEqual(rolled.json(), { item: { movedIds: [] } })
  await owner.call('POST', `/project/${project.id}/restore`)
  assert.deepEqual(await titlesOf(member), ['02 Write'])
})

test('a day has room for a limited number of tasks, and is filled up by what was not done', async () => {
  const team = await createTeam(services)
  const { member, toDo, project, boardId } = team
  const [first, last] = await createTasks(team, 'First', 'Last')
  await sql`
    with created as (
      insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
      select ${project.id}, ${boardId}, ${toDo}, 1000 + n, 'Task ' || n,
        (select id from task_priorities where is_default), ${member.id}::bigint, 1000000 + n
      from generate_series(1, ${MAX_PLANNED - 1}::int) as n returning id
    )
    insert into planned_tasks (user_id, task_id, project_id, day, position)
    select ${member.id}::bigint, id, ${project.id}::bigint, ${tuesday}::date, row_number() over (order by id) from created`.execute(
    db,
  )
  await plan(member, first, { day: monday })
  await plan(member, last, { day: '2026-02-27' })
  const rolled = await member.call('POST', '/plan/roll-over', { day: tuesday })
  assert.deepEqual(rolled.json().item.movedIds, [last])
  const full = await member.call('PUT', `/task/${first}/plan`, { day: tuesday })
  assert.deepEqual([full.statusCode, full.json().error.details.reason], [409, 'day_full'])
  // Within the day there is always room.
  await plan(member, last, { day: tuesday, afterTaskId: null })
  assert.equal((await titlesOf(member))[1], '03 Last')
})

test('plans for the same day at the same moment are all kept, each task once', async () => {
  const team = await createTeam(services)
  const { member } = team
  const ids = await createTasks(team, 'Write', 'Read', 'Rest')
  await Promise.all([...ids, ...ids].map(id => plan(member, id, { day: monday, afterTaskId: null })))
  assert.deepEqual((await titlesOf(member)).sort(), ['02 Read', '02 Rest', '02 Write'])
})

test('every stream of the user that asks is told about the plan, on every instance, and no other', async () => {
  const team = await createTeam(services)
  const { owner, member, viewer, project } = team
  const [id] = await createTasks(team, 'Write')
  const follow = async (user: User, base: string | undefined, topics: string) => {
    const { token } = (await user.call('GET', '/events/token')).json()
    return readStream(`${base}/events?token=${token}${topics}`)
  }
  const topics = '&topics=navigation'
  const own = [await follow(member, bases[0], topics), await follow(member, bases[1], topics)]
  const foreign = await follow(viewer, bases[0], topics)
  const plain = await follow(member, bases[0], '')
  const told = ({ frames }: (typeof own)[number]) => frames.filter(({ event }) => event === 'plan')
  const toldAll = async (count: number) => {
    for (const stream of own) await stream.waitUntil(() => told(stream).length >= count, `plan ${count}`)
  }
  await plan(member, id, { day: monday })
  await toldAll(1)
  assert.deepEqual(own[0] && told(own[0])[0]?.data, { event: 'plan', data: {} })
  await member.call('POST', '/plan/roll-over', { day: tuesday })
  await toldAll(2)
  await member.call('DELETE', `/task/${id}/plan`)
  await toldAll(3)
  await member.call('DELETE', `/task/${id}/plan`) // changes nothing
  await plan(member, id, { day: monday })
  await toldAll(4)
  await owner.call('DELETE', `/project/${project.id}/member/${member.id}`)
  await toldAll(5)
  await plain.waitForMessages(1)
  for (const stream of own) assert.equal(told(stream).length, 5)
  assert.deepEqual([told(foreign), told(plain)], [[], []])
})

test('the plan is one statement, on an index, however many tasks there are', async () => {
  const team = await createTeam(services)
  const { member } = team
  const [id] = await createTasks(team, 'Write')
  await plan(member, id, { day: monday })
  const { statementsOf, plansOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, member.token)
  await call('GET', `/plan?from=${monday}`)
  assert.equal((await statementsOf(() => call('GET', `/plan?from=${monday}`))).length, 1)
  const { indexes } = await plansOf(() => call('GET', `/plan?from=${monday}`))
  assert.ok(
    indexes.some(name => /^planned_tasks_/.test(name)),
    indexes.join(),
  )
})

test('planning something forgets what was done long ago', async () => {
  const team = await createTeam(services)
  const { member, done } = team
  const [old, open, next] = await createTasks(team, 'Old', 'Open', 'Next')
  await plan(member, old, { day: '2020-01-01' })
  await plan(member, open, { day: '2020-01-01' })
  await member.call('POST', `/task/${old}/move-to-column`, { columnId: done })
  await plan(member, next, { day: monday })
  assert.deepEqual(await titlesOf(member, '2019-01-01'), ['01 Open', '02 Next'])
})

test('working hours are 8 hours from Monday to Friday until a user changes them', async () => {
  const user = await createUser(services)
  const settings = async () => (await user.call('GET', '/users/me/settings')).json().item
  const { workdaySeconds, workingDays } = await settings()
  assert.deepEqual([workdaySeconds, workingDays], [28_800, [1, 2, 3, 4, 5]])
  const changes = { workdaySeconds: 21_600, workingDays: [1, 2, 3, 4] }
  assert.equal((await user.call('PUT', '/users/me/settings', changes)).statusCode, 200)
  assert.deepEqual(await settings(), { timeZone: null, language: null, theme: null, ...changes })
  for (const wrong of [
    { workdaySeconds: -1 },
    { workdaySeconds: 86_401 },
    { workingDays: [0] },
    { workingDays: [1, 1] },
    { workingDays: [8] },
  ]) {
    assert.equal((await user.call('PUT', '/users/me/settings', wrong)).statusCode, 422, JSON.stringify(wrong))
  }
})
