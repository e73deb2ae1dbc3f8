import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { png, sendForm } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import type { CustomField } from '#fields/field.contract.ts'
import { personalToken } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { agentToken, createAgentApplication, rpc, toolsOf } from '../mcp/agents.ts'
import { as } from '../people.ts'
import { createTeamTask } from '../task-parts.ts'
import { createTeam, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { deps, identityDeps } = services
let team: Team
let application: Awaited<ReturnType<typeof createAgentApplication>>
let token: string

before(async () => {
  team = await createTeam(services)
  application = await createAgentApplication(services)
  token = await agentToken(services, application, team.member)
})

async function listAgents() {
  return (await team.member.call('GET', '/agent')).json().items as {
    id: number
    kind: string
    application: string
    mode: string
    changesToday: number
    waitingProposals: number
  }[]
}

async function agentOf(name: string) {
  const agent = (await listAgents()).find(one => one.application === name)
  assert.ok(agent, name)
  return agent
}

async function auditOf(action: string) {
  return deps.db
    .selectFrom('auditEntries')
    .where('action', '=', action)
    .select(['actorId', 'details'])
    .execute()
}

test('agents are listed with what they changed today, each user sees their own', async () => {
  const call = toolsOf(services, token)
  await call('create_task', { columnId: team.toDo, title: 'One' })
  const pat = toolsOf(services, await personalToken(services, team.member, { name: 'Night script' }))
  await pat('list_projects')
  const agents = await listAgents()
  assert.deepEqual(
    agents.map(({ application, kind, mode, changesToday }) => [application, kind, mode, changesToday]).sort(),
    [
      ['Claude Code', 'application', 'acts', 1],
      ['Night script', 'token', 'acts', 0],
    ],
  )
  const { id } = await agentOf('Claude Code')
  assert.deepEqual((await team.owner.call('GET', '/agent')).json().items, [])
  for (const [method, path, body] of [
    ['POST', 'stop', {}],
    ['POST', 'undo', { since: '2026-01-01T00:00:00Z' }],
  ] as const)
    assert.equal((await team.owner.call(method, `/agent/${id}/${path}`, body)).statusCode, 404)
  assert.equal((await team.owner.call('PUT', `/agent/${id}`, { mode: 'acts' })).statusCode, 404)
})

longTest(
  'everything an agent did since a moment is undone, except where someone else was since',
  async () => {
    const call = toolsOf(services, token)
    const create = async (title: string) =>
      (await team.owner.call('POST', '/task', { columnId: team.toDo, title, dueDate: '2026-03-01' })).json()
        .item
    const [twice, overtaken, earlier] = [
      await create('Twice'),
      await create('Overtaken'),
      await create('Earlier'),
    ]
    await call('update_tasks', { ids: [earlier.id], change: { dueDate: '2026-07-01' } })
    const since = new Date().toISOString()
    await call('update_tasks', { ids: [twice.id], change: { title: 'First', dueDate: '2026-04-01' } })
    await call('update_tasks', { ids: [twice.id], change: { title: 'Second', dueDate: null } })
    await call('move_task', { taskId: twice.id, columnId: team.inProgress })
    await call('move_task', { taskId: twice.id, columnId: team.done })
    await call('update_tasks', { ids: [overtaken.id], change: { title: 'By agent', dueDate: '2026-04-01' } })
    await team.owner.call('PUT', `/task/${overtaken.id}`, { title: 'By owner' })
    await call('update_tasks', { ids: [overtaken.id], change: { title: 'By agent again' } })
    const own = (await call('create_task', { columnId: team.toDo, title: 'New' })).structuredContent.task
    await call('update_tasks', { ids: [own.id], change: { dueDate: '2026-04-01' } })
    await call('comment_on_task', { taskId: twice.id, text: 'Moved' })

    const { id } = await agentOf('Claude Code')
    const undone = await team.member.call('POST', `/agent/${id}/undo`, { since })
    assert.equal(undone.statusCode, 200, undone.body)
    assert.deepEqual(undone.json().item.refusals, [])
    const taskOf = async (taskId: number) => (await team.owner.call('GET', `/task/${taskId}`)).json().item
    const after = await taskOf(twice.id)
    const placeOf = ({ title, dueDate, columnId, position, completedAt, commentCount }: typeof after) => ({
      title,
      dueDate,
      columnId,
      position,
      completedAt,
      commentCount,
    })
    assert.deepEqual(placeOf(after), placeOf(twice))
    const half = await taskOf(overtaken.id)
    assert.deepEqual([half.title, half.dueDate], ['By owner', '2026-03-01'], 'their title stays')
    assert.equal((await team.owner.call('GET', `/task/${own.id}`)).statusCode, 410)
    assert.equal((await taskOf(earlier.id)).dueDate, '2026-07-01', 'done before that moment')

    const again = await team.member.call('POST', `/agent/${id}/undo`, { since })
    assert.equal(again.json().item.undoneCount, 0)
    assert.ok((await auditOf('agent.undone')).length >= 2)
  },
)

test('undoing brings back a cover whose attachment is still there', async () => {
  const attach = async (taskId: number) => {
    const parts = { file: { name: 'photo.png', content: png } }
    const response = await sendForm(services, team.owner.token, `/task/${taskId}/attachment`, parts)
    return response.json().item.id as number
  }
  const script = await personalToken(services, team.member, { name: 'Cover script' })
  await toolsOf(services, script)('list_projects')
  const [kept, lost] = [await createTeamTask(team), await createTeamTask(team)]
  const covers = new Map<number, number>()
  for (const id of [kept, lost]) {
    covers.set(id, await attach(id))
    await team.owner.call('PUT', `/task/${id}`, { coverId: covers.get(id) })
  }
  const since = new Date().toISOString()
  for (const id of [kept, lost]) {
    const response = await as(services, script)('PUT', `/task/${id}`, { coverId: null })
    assert.equal(response.statusCode, 200, response.body)
  }
  await team.owner.call('DELETE', `/attachment/${covers.get(lost)}`)
  const { id } = await agentOf('Cover script')
  const undone = (await team.member.call('POST', `/agent/${id}/undo`, { since })).json().item
  assert.deepEqual(
    undone.refusals.map(({ taskId, field }: { taskId: number; field: string }) => [taskId, field]),
    [[lost, 'coverId']],
  )
  const coverOf = async (taskId: number) =>
    (await team.owner.call('GET', `/task/${taskId}`)).json().item.coverId
  assert.deepEqual([await coverOf(kept), await coverOf(lost)], [covers.get(kept), null])
})

test('undoing needs the rights of today', async () => {
  const other = await createTeam(services)
  const own = toolsOf(services, await agentToken(services, application, other.member))
  const { task } = (await own('create_task', { columnId: other.toDo, title: 'Left' })).structuredContent
  await other.owner.call('DELETE', `/project/${other.project.id}/member/${other.member.id}`)
  const [agent] = (await other.member.call('GET', '/agent')).json().items
  const undone = await other.member.call('POST', `/agent/${agent.id}/undo`, { since: '2026-01-01T00:00:00Z' })
  assert.deepEqual(
    [undone.json().item.undoneCount, undone.json().item.refusals[0].code],
    [0, 'task_not_found'],
  )
  assert.equal((await other.owner.call('GET', `/task/${task.id}`)).statusCode, 200)
})

test('an agent that proposes changes nothing until its user accepts', async () => {
  const { id } = await agentOf('Claude Code')
  const changed = await team.member.call('PUT', `/agent/${id}`, { mode: 'proposes' })
  assert.equal(changed.json().item.mode, 'proposes', changed.body)
  assert.deepEqual((await auditOf('agent.mode_changed')).at(-1)?.details, {
    name: 'Claude Code',
    before: 'acts',
    after: 'proposes',
  })
  const { item } = (await team.owner.call('POST', '/task', { columnId: team.toDo, title: 'Stable' })).json()
  const addField = async (field: object) =>
    (await team.owner.call('POST', `/project/${team.project.id}/field`, field)).json().item as CustomField
  const stage = await addField({ name: 'Stage', type: 'select', options: [{ name: 'Draft' }] })
  const reviewer = await addField({ name: 'Reviewer', type: 'person' })
  const [draft] = stage.options
  const before = await stateOf(team.project.id)
  const call = toolsOf(services, token)
  const calls: [string, object][] = [
    ['create_task', { columnId: team.toDo, title: 'Proposed', fields: { [stage.id]: draft?.id } }],
    [
      'update_tasks',
      {
        ids: [item.id],
        change: {
          title: 'Better',
          dueDate: '2026-05-05',
          addAssigneeIds: [team.member.id, team.manager.id],
          fields: { [stage.id]: null, [reviewer.id]: team.manager.id },
        },
      },
    ],
    ['comment_on_task', { taskId: item.id, text: 'Hi' }],
  ]
  const ids = []
  for (const [name, input] of calls) ids.push((await call(name, input)).structuredContent.proposalId)
  const refused = await call('move_task', { taskId: item.id, columnId: 999_999 })
  assert.equal(refused.isError, true, 'what is refused is not proposed')
  const partly = await call('update_tasks', { ids: [item.id, 999_999], change: { dueDate: '2026-05-05' } })
  const { proposalId, refusals } = partly.structuredContent
  assert.deepEqual([proposalId, refusals.length, refusals[0].taskId], [undefined, 1, 999_999])
  assert.deepEqual(await stateOf(team.project.id), before)

  const { items } = (await team.member.call('GET', '/proposal')).json()
  assert.deepEqual(
    items.map((one: { id: number }) => one.id),
    ids,
  )
  assert.deepEqual(items[1].tasks, [
    { id: item.id, number: item.number, title: 'Stable', projectId: team.project.id, isChanged: false },
  ])
  const { key } = (await team.member.call('GET', `/project/${team.project.id}`)).json().item
  const people = (await team.member.call('GET', `/project/${team.project.id}/member`)).json().items
  const nameOf = (user: User) => {
    const { name, surname } = people.find((one: { user: { id: number } }) => one.user.id === user.id).user
    return `${name} ${surname}`
  }
  assert.deepEqual(
    items.map((one: { names: object }) => one.names),
    [
      { columnId: ['To do'] },
      { addAssigneeIds: [nameOf(team.member), nameOf(team.manager)] },
      { taskId: [`${key}-${item.number} Stable`] },
    ],
  )
  const inStage = { name: 'Stage', fieldType: 'select' }
  const reviewed = {
    name: 'Reviewer',
    fieldType: 'person',
    value: team.manager.id,
    label: nameOf(team.manager),
  }
  assert.deepEqual(
    items.map((one: { fields: object }) => one.fields),
    [
      { [stage.id]: { ...inStage, value: draft?.id, label: 'Draft' } },
      { [stage.id]: { ...inStage, value: null }, [reviewer.id]: reviewed },
      {},
    ],
  )
  assert.equal((await agentOf('Claude Code')).waitingProposals, 3)
  assert.deepEqual((await team.owner.call('GET', '/proposal')).json().items, [])
  assert.equal((await team.owner.call('POST', `/proposal/${ids[0]}/accept`)).statusCode, 404)

  const accepted = await team.member.call('POST', `/proposal/${ids[1]}/accept`)
  assert.equal(accepted.statusCode, 200, accepted.body)
  const { title, dueDate } = (await team.owner.call('GET', `/task/${item.id}`)).json().item
  assert.deepEqual([title, dueDate], ['Better', '2026-05-05'])
  const [last] = (await team.owner.call('GET', `/task/${item.id}/activity`)).json().items
  assert.deepEqual([last.application, last.actorId], ['Claude Code', team.member.id])
  const twice = await team.member.call('POST', `/proposal/${ids[1]}/accept`)
  assert.equal(twice.json().error.details.reason, 'proposal_decided')
  assert.equal((await team.member.call('POST', `/proposal/${ids[0]}/reject`)).statusCode, 200)
  const late = await team.member.call('POST', `/proposal/${ids[0]}/accept`)
  assert.equal(late.json().error.details.reason, 'proposal_decided')
})

async function stateOf(projectId: number) {
  const { db } = deps
  const tasks = await db
    .selectFrom('tasks')
    .where('projectId', '=', projectId)
    .selectAll()
    .orderBy('id')
    .execute()
  const activity = await db.selectFrom('activity').where('projectId', '=', projectId).select('id').execute()
  const comments = await db.selectFrom('comments').where('projectId', '=', projectId).select('id').execute()
  return { tasks, activity: activity.length, comments: comments.length }
}

test('an accepted proposal is checked again: versions and rights', async () => {
  const call = toolsOf(services, token)
  const create = async () =>
    (await team.owner.call('POST', '/task', { columnId: team.toDo, title: 'Moving' })).json().item.id
  const propose = async (taskId: number) =>
    (await call('update_tasks', { ids: [taskId], change: { dueDate: '2026-05-05' } })).structuredContent
      .proposalId
  const [outdated, forbidden] = [await create(), await create()]
  const [first, second] = [await propose(outdated), await propose(forbidden)]
  await team.owner.call('PUT', `/task/${outdated}`, { title: 'Changed' })
  const stale = await team.member.call('POST', `/proposal/${first}/accept`)
  assert.equal(stale.json().error.details.reason, 'proposal_outdated', stale.body)
  const shown = (await team.member.call('GET', '/proposal')).json().items
  assert.equal(shown.find((one: { id: number }) => one.id === first).tasks[0].isChanged, true)

  const role = (name: string) =>
    team.owner.call('PUT', `/project/${team.project.id}/member/${team.member.id}/role`, { role: name })
  assert.equal((await role('viewer')).statusCode, 200)
  const denied = await team.member.call('POST', `/proposal/${second}/accept`)
  assert.equal(denied.json().error.details.reason, 'proposal_refused', denied.body)
  await role('member')
  assert.equal((await team.owner.call('GET', `/task/${forbidden}`)).json().item.dueDate, null)
  const both = await Promise.all([0, 1].map(() => team.member.call('POST', `/proposal/${second}/accept`)))
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 409], 'accepted once')
})

test('several proposals about a task are accepted one after the other, unless someone changed it in between', async () => {
  const call = toolsOf(services, token)
  const { item } = (await team.owner.call('POST', '/task', { columnId: team.toDo, title: 'Plan' })).json()
  const changes: [string, object][] = [
    ['update_tasks', { ids: [item.id], change: { dueDate: '2026-05-05' } }],
    ['update_tasks', { ids: [item.id], change: { title: 'Plan the launch' } }],
    ['move_task', { taskId: item.id, columnId: team.inProgress }],
    ['update_tasks', { ids: [item.id], change: { title: 'Too late' } }],
  ]
  const ids: number[] = []
  for (const [name, input] of changes) ids.push((await call(name, input)).structuredContent.proposalId)
  const accept = (id = 0) => team.member.call('POST', `/proposal/${id}/accept`)
  const [first, second, third, last] = ids
  const both = await Promise.all([accept(first), accept(second)])
  assert.deepEqual(
    both.map(({ statusCode }) => statusCode),
    [200, 200],
  )
  assert.equal((await accept(third)).statusCode, 200)
  await team.owner.call('PUT', `/task/${item.id}`, { title: 'By the owner' })
  assert.equal((await accept(last)).json().error.details.reason, 'proposal_outdated')
  const { title, dueDate, columnId } = (await team.owner.call('GET', `/task/${item.id}`)).json().item
  assert.deepEqual([title, dueDate, columnId], ['By the owner', '2026-05-05', team.inProgress])
})

test('an agent cannot free itself: neither with its tokens nor by accepting', async () => {
  const full = await personalToken(services, team.member, { name: 'Full' })
  const call = toolsOf(services, full)
  await call('list_projects')
  const { id } = await agentOf('Full')
  assert.equal((await team.member.call('PUT', `/agent/${id}`, { mode: 'proposes' })).statusCode, 200)
  const { proposalId } = (await call('create_task', { columnId: team.toDo, title: 'Sneaky' }))
    .structuredContent
  const api = as(services, full)
  for (const [method, url, body] of [
    ['PUT', `/agent/${id}`, { mode: 'acts' }],
    ['POST', `/proposal/${proposalId}/accept`, {}],
    ['POST', '/task', { columnId: team.toDo, title: 'Directly' }],
  ] as const) {
    const response = await api(method, url, body)
    assert.deepEqual(
      [response.statusCode, response.json().error.details.reason],
      [403, 'agent_only_proposes'],
      url,
    )
  }
  assert.equal((await api('GET', '/task')).statusCode, 200, 'reading goes on')
  await team.member.call('PUT', `/agent/${id}`, { mode: 'acts' })
  const acting = await api('PUT', `/agent/${id}`, { mode: 'proposes' })
  assert.equal(acting.json().error.details.reason, 'own_session_required')
})

test('what an agent does with its other tokens is its own, too', async () => {
  const both = await personalToken(services, team.member, { name: 'Both doors' })
  await toolsOf(services, both)('list_projects')
  const since = new Date().toISOString()
  const { item } = (await as(services, both)('POST', '/task', { columnId: team.toDo, title: 'REST' })).json()
  const { id, changesToday } = await agentOf('Both doors')
  assert.equal(changesToday, 1)
  await team.member.call('POST', `/agent/${id}/undo`, { since })
  assert.equal((await team.owner.call('GET', `/task/${item.id}`)).statusCode, 410)
})

test('a stopped agent has no access on any instance, and its user can give it new access', async () => {
  const second = await services.startInstance()
  const { id } = await agentOf('Claude Code')
  const onBoth = () =>
    Promise.all(
      [services.app, second.app].map(app => rpc({ app }, token)('tools/call', { name: 'list_projects' })),
    )
  for (const response of await onBoth()) assert.equal(response.statusCode, 200)
  const stopped = await team.member.call('POST', `/agent/${id}/stop`)
  assert.equal(stopped.statusCode, 200, stopped.body)
  for (const response of await onBoth()) assert.equal(response.statusCode, 401, response.body)
  assert.ok(!(await listAgents()).some(agent => agent.id === id))
  assert.equal((await auditOf('agent.stopped')).at(-1)?.actorId, team.member.passportId)
  const revoked = await identityDeps.db
    .selectFrom('auditEntries')
    .where('action', '=', 'application.disconnected')
    .select('actorId')
    .execute()
  assert.equal(revoked.at(-1)?.actorId, team.member.passportId)

  const pat = await personalToken(services, team.member, { name: 'Short' })
  await toolsOf(services, pat)('list_projects')
  await team.member.call('POST', `/agent/${(await agentOf('Short')).id}/stop`)
  assert.equal((await rpc(services, pat)('tools/list')).statusCode, 401)
  assert.equal((await as(services, pat)('GET', '/task')).statusCode, 401)
})
