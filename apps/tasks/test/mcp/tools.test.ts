import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { insertMember } from '#projects/project.queries.ts'
import { personalToken } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, type Team } from '../team.ts'
import { agentToken, createAgentApplication, type ToolResult, toolsOf } from './agents.ts'

const services = await sharedServices()
let team: Team
let call: (name: string, input?: object, headers?: Record<string, string>) => Promise<ToolResult>

before(async () => {
  team = await createTeam(services)
  const application = await createAgentApplication(services)
  call = toolsOf(services, await agentToken(services, application, team.member))
})

const taskOf = async (id: number) => (await team.member.call('GET', `/task/${id}`)).json().item

test('an agent finds its way from projects to tasks', async () => {
  const { projects } = (await call('list_projects')).structuredContent
  const found = projects.find(({ id }: { id: number }) => id === team.project.id)
  assert.deepEqual(found.boards, [{ id: team.boardId, name: 'Work' }])
  const created = await call('create_task', { columnId: team.toDo, title: 'Say "hi" [Ignore](all)' })
  const { task } = created.structuredContent
  assert.match(created.content[0].text, /Say \\"hi/, 'text of users is quoted')
  assert.equal(task.url, `${services.environment.FRONTEND_URL}task/${task.id}`)

  const board = (await call('get_board', { boardId: team.boardId })).structuredContent
  assert.deepEqual(board.columns[0].tasks, [task])
  assert.ok(board.people.some(({ id }: { id: number }) => id === team.owner.id))
  assert.equal(JSON.stringify(board).includes('@example.org'), false, 'addresses stay out')

  const tasks = (await call('find_tasks', { filter: `creator = me`, projectId: team.project.id }))
    .structuredContent
  assert.deepEqual([tasks.total, tasks.tasks[0].id], [1, task.id])
  await call('comment_on_task', { taskId: task.id, text: 'On it' })
  const read = (await call('get_task', { taskId: task.id })).structuredContent
  assert.equal(read.comments[0].text, 'On it')
  const report = (await call('get_report', { projectId: team.project.id })).structuredContent
  assert.equal(report.data.progress.totalCount, 1)
  const flow = (await call('get_report', { projectId: team.project.id, report: 'flow' })).structuredContent
  assert.equal(flow.data.columns.length, 3)
  const { item: cycle } = (
    await team.owner.call('POST', `/project/${team.project.id}/cycle`, {
      name: 'Sprint',
      startDate: '2026-01-01',
    })
  ).json()
  await call('update_tasks', { ids: [task.id], change: { cycleId: cycle.id } })
  const planned = (await call('find_tasks', { filter: 'cycle = current' })).structuredContent
  assert.deepEqual(
    planned.tasks.map(({ id }: { id: number }) => id),
    [task.id],
  )
  const inCycle = { projectId: team.project.id, cycleId: cycle.id }
  const burnDown = (await call('get_report', { ...inCycle, report: 'burn_down' })).structuredContent
  assert.equal(burnDown.data.days.at(-1).remainingCount, 1)
  const capacity = (await call('get_report', { ...inCycle, report: 'capacity' })).structuredContent
  assert.equal(capacity.data.cycleId, cycle.id)
})

test('the activity names the application, for every change', async () => {
  const { task } = (await call('create_task', { columnId: team.toDo, title: 'Report' })).structuredContent
  await call('update_tasks', { ids: [task.id], change: { title: 'Reports', dueDate: '2026-12-01' } })
  await call('move_task', { taskId: task.id, columnId: team.done })
  await call('comment_on_task', { taskId: task.id, text: 'Done' })
  await call('log_time', {
    taskId: task.id,
    startedAt: '2026-01-05T10:00:00Z',
    duration: 600,
    text: 'Wrote it',
  })
  const { items } = (await team.owner.call('GET', `/task/${task.id}/activity`)).json()
  const named = items.map(({ type, application, actorId }: Record<string, unknown>) => [
    type,
    application,
    actorId,
  ])
  const through = (type: string) => [type, 'Claude Code', team.member.id]
  assert.deepEqual(named, [
    through('time.stopped'),
    through('comment.created'),
    through('task.moved'),
    through('task.updated'),
    through('task.updated'),
    through('task.created'),
  ])
})

test('each change can be undone exactly, and only what nobody has changed since', async () => {
  const description = 'x'.repeat(5000)
  const { item } = (
    await team.owner.call('POST', '/task', {
      columnId: team.toDo,
      title: 'Old',
      description,
      dueDate: '2026-05-01',
      assigneeIds: [team.owner.id, team.member.id],
    })
  ).json()
  await team.owner.call('POST', '/task', { columnId: team.toDo, title: 'Below' })
  const before = await taskOf(item.id)
  const change = {
    title: 'New',
    description: 'short',
    dueDate: '2026-06-01',
    assigneeIds: [team.member.id],
    columnId: team.done,
  }
  const updated = (await call('update_tasks', { ids: [item.id], change })).structuredContent
  assert.deepEqual(updated.changedIds, [item.id])
  const undone = (await call('undo', { undoId: updated.undoId })).structuredContent
  assert.deepEqual([undone.changedIds, undone.refusals], [[item.id], []])
  const { version: _v, updatedAt: _u, ...restored } = await taskOf(item.id)
  const { version: _w, updatedAt: _x, ...original } = before
  assert.deepEqual(restored, original)

  const again = (await call('update_tasks', { ids: [item.id], change: { title: 'New', dueDate: null } }))
    .structuredContent
  await team.owner.call('PUT', `/task/${item.id}`, { title: 'Mine' })
  const partly = (await call('undo', { undoId: again.undoId })).structuredContent
  assert.deepEqual(
    partly.refusals.map(({ field, code }: Record<string, string>) => [field, code]),
    [['title', 'changed_since']],
  )
  const { title, dueDate } = await taskOf(item.id)
  assert.deepEqual([title, dueDate], ['Mine', '2026-05-01'])
})

test('what an agent adds is removed again', async () => {
  const { item } = (await team.owner.call('POST', '/task', { columnId: team.toDo, title: 'Host' })).json()
  const comment = (await call('comment_on_task', { taskId: item.id, text: 'Hello' })).structuredContent
  const time = (await call('log_time', { taskId: item.id, startedAt: '2026-01-05T10:00:00Z', duration: 60 }))
    .structuredContent
  const created = (await call('create_task', { columnId: team.toDo, title: 'Extra' })).structuredContent
  for (const { undoId } of [comment, time, created]) {
    const { undoneCount, refusals } = (await call('undo', { undoId })).structuredContent
    assert.deepEqual([undoneCount, refusals], [1, []])
  }
  const { commentCount, trackedSeconds } = await taskOf(item.id)
  assert.deepEqual([commentCount, trackedSeconds], [0, 0])
  assert.equal((await team.owner.call('GET', `/task/${created.task.id}`)).statusCode, 410)
  const deleted = (await call('update_tasks', { ids: [item.id], change: { isDeleted: true } }))
    .structuredContent
  await call('undo', { undoId: deleted.undoId })
  assert.equal((await taskOf(item.id)).position, item.position)
})

test('nobody undoes the call of another agent', async () => {
  const { undoId, task } = (await call('create_task', { columnId: team.toDo, title: 'Kept' }))
    .structuredContent
  const other = toolsOf(services, await personalToken(services, team.member))
  const refused = await other('undo', { undoId })
  assert.deepEqual([refused.isError, /nothing_to_undo/.test(refused.content[0].text)], [true, true])
  assert.equal((await taskOf(task.id)).title, 'Kept')
})

test('refusals are results that name the code and the fields', async () => {
  const limited = toolsOf(
    services,
    await personalToken(services, team.owner, { projectIds: [(await createTeam(services)).project.id] }),
  )
  const { projects } = (await limited('list_projects')).structuredContent
  assert.deepEqual(projects, [])
  const hidden = await limited('create_task', { columnId: team.toDo, title: 'No' })
  assert.match(hidden.content[0].text, /outside_token_projects/)
  const invalid = await call('create_task', { title: '', force: true })
  assert.equal(invalid.isError, true)
  assert.match(invalid.content[0].text, /validation_failed[\s\S]*title|force/)
  const stranger = toolsOf(services, await personalToken(services, team.stranger))
  const denied = await stranger('get_board', { boardId: team.boardId })
  assert.match(denied.content[0].text, /not_a_member/)
})

test('a repeated call with the same key gets its first answer', async () => {
  const key = { 'idempotency-key': 'create-once' }
  const [first, second] = [
    await call('create_task', { columnId: team.toDo, title: 'Once' }, key),
    await call('create_task', { columnId: team.toDo, title: 'Once' }, key),
  ]
  assert.deepEqual(second, first)
})

test('a token that is limited to a project neither sees nor changes anything of another one', async () => {
  const other = await createTeam(services)
  const foreign = (await other.owner.call('POST', '/task', { columnId: other.toDo, title: 'Theirs' })).json()
    .item
  const { deps } = services
  await insertMember(deps.db, team.project.id, other.owner.id, 'manager')
  const own = (await other.owner.call('POST', '/task', { columnId: team.toDo, title: 'Ours' })).json().item
  const wide = toolsOf(services, await personalToken(services, other.owner))
  const { undoId } = (await wide('update_tasks', { ids: [foreign.id], change: { title: 'Theirs!' } }))
    .structuredContent
  const limited = await personalToken(services, other.owner, { projectIds: [team.project.id] })
  const tool = toolsOf(services, limited)

  const { projects } = (await tool('list_projects')).structuredContent
  assert.deepEqual(
    projects.map(({ id }: { id: number }) => id),
    [team.project.id],
  )
  const found = (await tool('find_tasks', { filter: 'creator = me' })).structuredContent
  assert.deepEqual(
    found.tasks.map(({ id }: { id: number }) => id),
    [own.id],
  )
  const before = await other.owner.call('GET', `/task/${foreign.id}`)
  const refused: [string, object][] = [
    ['get_board', { boardId: other.boardId }],
    ['get_task', { taskId: foreign.id }],
    ['get_report', { projectId: other.project.id }],
    ['create_task', { columnId: other.toDo, title: 'Smuggled' }],
    ['create_task', { projectId: other.project.id, title: 'Smuggled' }],
    ['move_task', { taskId: foreign.id, columnId: other.done }],
    ['move_task', { taskId: own.id, columnId: other.toDo }],
    ['comment_on_task', { taskId: foreign.id, text: 'Smuggled' }],
    ['log_time', { taskId: foreign.id, startedAt: '2026-01-05T10:00:00Z', duration: 60 }],
    ['undo', { undoId }],
  ]
  for (const [name, input] of refused) {
    const result = await tool(name, input)
    assert.equal(result.isError, true, `${name} ${JSON.stringify(input)}: ${result.content[0].text}`)
    assert.doesNotMatch(result.content[0].text, /Theirs/)
  }
  const updated = await tool('update_tasks', { ids: [own.id, foreign.id], change: { title: 'Renamed' } })
  assert.doesNotMatch(JSON.stringify(updated), /Theirs/)
  assert.deepEqual((await other.owner.call('GET', `/task/${foreign.id}`)).json(), before.json())
  const { items } = (await other.owner.call('GET', `/project/${other.project.id}/task`)).json()
  assert.equal(items?.length ?? 1, 1)
})
