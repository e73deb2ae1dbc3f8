import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Portfolio, Workload } from '#reports/portfolio.contract.ts'
import { personalToken } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam, createUser, type Team, type User } from '../team.ts'

const services = await sharedServices()

// A Monday, so that a week has 40 working hours.
const today = '2026-03-02'
const hour = 3600

async function get<Item>(who: Pick<User, 'call'>, url: string): Promise<Item> {
  const response = await who.call('GET', url)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function addTask({ owner, toDo }: Team, task: object) {
  const response = await owner.call('POST', '/task', { title: 'Task', columnId: toDo, ...task })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

/** Two projects of the same owner; the member of the first one is a viewer of the second. */
async function createTwoTeams() {
  const first = await createTeam(services)
  const { owner, member } = first
  const { id } = (await owner.call('POST', '/project', { name: 'Another', withBoard: true })).json().item
  const [board] = (await owner.call('GET', `/project/${id}/board`)).json().items
  const columns = (await owner.call('GET', `/board/${board.id}/column`)).json().items
  const added = await owner.call('POST', `/project/${id}/member`, { userId: member.id, role: 'viewer' })
  assert.equal(added.statusCode, 200, added.body)
  const second = { ...first, project: { id: id as number }, toDo: columns[0].id as number }
  return { first, second }
}

test('the portfolio shows progress, overdue and open work of one’s own projects only', async () => {
  const { first, second } = await createTwoTeams()
  const { owner, member, stranger, done, project } = first
  await addTask(first, { assigneeId: member.id, estimateSeconds: hour, dueDate: '2026-03-01' })
  await addTask(first, { assigneeId: owner.id, estimateSeconds: 2 * hour, dueDate: today })
  await addTask(first, {})
  await addTask(first, { columnId: done, estimateSeconds: hour })
  const deleted = await addTask(first, { dueDate: '2026-03-01' })
  await owner.call('DELETE', `/task/${deleted}`)

  const { projects } = await get<Portfolio>(member, `/portfolio?today=${today}`)
  assert.deepEqual(
    projects.filter(({ id }) => id === project.id || id === second.project.id).map(({ name }) => name),
    ['Another', 'Website'],
  )
  const { startDate, targetDate, key, color, icon, ...website } =
    projects.find(({ id }) => id === project.id) ?? assert.fail()
  assert.deepEqual(website, {
    id: project.id,
    name: 'Website',
    myRole: 'member',
    doneCount: 1,
    openCount: 3,
    overdueCount: 1,
    unassignedCount: 1,
    peopleCount: 2,
    estimateSeconds: 3 * hour,
    nextDueDate: today,
  })
  const ofStranger = await get<Portfolio>(stranger, '/portfolio')
  assert.ok(!ofStranger.projects.some(({ id }) => id === project.id))

  await owner.call('DELETE', `/project/${project.id}`)
  const afterwards = await get<Portfolio>(member, '/portfolio')
  assert.ok(!afterwards.projects.some(({ id }) => id === project.id))
})

test('the workload adds up the projects that one manages, next to the working hours of each person', async () => {
  const { first, second } = await createTwoTeams()
  const { owner, manager, member, viewer } = first
  await member.call('PUT', '/users/me/settings', { workdaySeconds: 6 * hour, workingDays: [1, 2] })
  await addTask(first, { assigneeId: member.id, estimateSeconds: hour, dueDate: '2026-03-01' })
  await addTask(first, { assigneeId: member.id, estimateSeconds: 3 * hour, dueDate: '2026-03-08' })
  await addTask(first, { assigneeId: member.id, estimateSeconds: 5 * hour, dueDate: '2026-03-09' })
  await addTask(first, {})
  await addTask(second, { assigneeId: owner.id, estimateSeconds: 7 * hour })

  const { projects, people } = await get<Workload>(owner, `/workload?today=${today}&days=7`)
  assert.deepEqual(
    projects.map(({ id }) => id).filter(id => id === first.project.id || id === second.project.id),
    [second.project.id, first.project.id],
  )
  const load = (id: number | undefined) => people.find(({ user }) => user?.id === id)
  const { user: _, ...ofMember } = load(member.id) ?? assert.fail()
  assert.deepEqual(ofMember, {
    openCount: 3,
    overdueCount: 1,
    unestimatedCount: 0,
    estimateSeconds: 9 * hour,
    dueCount: 2,
    dueSeconds: 4 * hour,
    capacitySeconds: 12 * hour,
    projects: [{ id: first.project.id, openCount: 3, overdueCount: 1, estimateSeconds: 9 * hour }],
  })
  assert.equal(load(manager.id)?.capacitySeconds, 40 * hour)
  assert.equal(load(manager.id)?.openCount, 0)
  assert.equal(load(viewer.id), undefined)
  assert.deepEqual([load(undefined)?.openCount, load(undefined)?.capacitySeconds], [1, null])
  assert.equal(load(owner.id)?.estimateSeconds, 7 * hour)

  const ofManager = await get<Workload>(manager, `/workload?today=${today}`)
  const shown = ofManager.projects.map(({ id }) => id)
  assert.deepEqual([shown.includes(first.project.id), shown.includes(second.project.id)], [true, false])
  assert.ok(!ofManager.people.some(({ projects }) => projects.some(({ id }) => id === second.project.id)))
  const ofViewer = await get<Workload>(viewer, '/workload')
  assert.ok(!ofViewer.projects.some(({ id }) => id === first.project.id))
  assert.ok(!ofViewer.people.some(({ user }) => user?.id === member.id))
})

test('a token that is limited to a project shows nothing of others', async () => {
  const { first, second } = await createTwoTeams()
  const token = await personalToken(services, first.owner, { projectIds: [second.project.id] })
  const limited = { call: as(services, token) }
  const { projects } = await get<Portfolio>(limited, '/portfolio')
  assert.deepEqual(
    projects.map(({ id }) => id),
    [second.project.id],
  )
  assert.deepEqual(
    (await get<Workload>(limited, '/workload')).projects.map(({ id }) => id),
    [second.project.id],
  )
})

test('days that are none are refused', async () => {
  const user = await createUser(services)
  for (const query of ['today=2026-02-30', 'days=0', 'days=1000'])
    assert.equal((await user.call('GET', `/workload?${query}`)).statusCode, 422, query)
})
