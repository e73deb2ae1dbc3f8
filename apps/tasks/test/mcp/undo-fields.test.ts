import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TObject } from 'typebox'
import { updateTasksTool } from '#mcp/tools/changing.tools.ts'
import { personalToken } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, type Team } from '../team.ts'
import { toolsOf } from './agents.ts'

const services = await sharedServices()
let team: Team
let call: ReturnType<typeof toolsOf>
let changes: Record<string, unknown>
let create: () => Promise<number>

before(async () => {
  team = await createTeam(services)
  const { owner, manager, member, project } = team
  call = toolsOf(services, await personalToken(services, member))
  const post = async (path: string, body: object) => {
    const response = await owner.call('POST', path, body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }
  const within = `/project/${project.id}`
  const [text, number] = [
    await post(`${within}/field`, { name: 'Customer', type: 'text' }),
    await post(`${within}/field`, { name: 'Points', type: 'number' }),
  ]
  const [attached, other] = [
    await post('/sticker', { projectId: project.id, name: 'Bug', color: '#ff0000' }),
    await post('/sticker', { projectId: project.id, name: 'Idea', color: '#00ff00' }),
  ]
  const [cycle, next] = [
    await post(`${within}/cycle`, { name: 'One', startDate: '2026-01-01', endDate: '2026-01-14' }),
    await post(`${within}/cycle`, { name: 'Two', startDate: '2026-01-15' }),
  ]
  const [parent, newParent] = [
    await post('/task', { columnId: team.toDo, title: 'Parent' }),
    await post('/task', { columnId: team.toDo, title: 'Other parent' }),
  ]
  const [low, high] = (await owner.call('GET', '/task-priority')).json().items
  changes = {
    title: 'New title',
    description: null,
    priorityId: high.id,
    assigneeId: member.id,
    assigneeIds: [member.id],
    addAssigneeIds: [member.id],
    removeAssigneeIds: [owner.id],
    startDate: null,
    dueDate: '2026-09-09',
    shiftDays: -40,
    estimateSeconds: null,
    parentId: newParent.id,
    cycleId: next.id,
    fields: { [text.id]: null, [number.id]: 8 },
    addStickerIds: [other.id],
    removeStickerIds: [attached.id],
    columnId: team.done,
    isCompleted: true,
    isArchived: true,
    isDeleted: true,
  }
  create = async () => {
    const { id } = await post('/task', {
      columnId: team.inProgress,
      title: 'Old title',
      description: `# Long\n${'x'.repeat(5000)}`,
      priorityId: low.id,
      assigneeIds: [owner.id, manager.id],
      startDate: '2026-05-01',
      dueDate: '2026-05-20',
      estimateSeconds: 7200,
      parentId: parent.id,
      cycleId: cycle.id,
      fields: { [text.id]: 'Acme', [number.id]: 3 },
    })
    await post(`/task/${id}/sticker`, { stickerId: attached.id })
    await post(`/task/${id}/checklist`, { title: 'Look' })
    await post('/task', { columnId: team.inProgress, title: 'Below' })
    return id
  }
})

/** What people see of a task; its version only ever grows. */
async function stateOf(id: number) {
  const { version: _, updatedAt: _at, ...task } = (await team.owner.call('GET', `/task/${id}`)).json().item
  const { items: checklist } = (await team.owner.call('GET', `/task/${id}/checklist`)).json()
  return { task, checklist }
}

async function assertUndone(id: number, tool: string, input: object) {
  const before = await stateOf(id)
  const { structuredContent, content } = await call(tool, input)
  assert.ok(structuredContent?.undoId, `${tool} ${JSON.stringify(input)}: ${content[0].text}`)
  const undone = (await call('undo', { undoId: structuredContent.undoId })).structuredContent
  assert.deepEqual([undone.changedIds, undone.refusals], [[id], []], JSON.stringify(input))
  assert.deepEqual(await stateOf(id), before, `${tool} ${JSON.stringify(input)}`)
}

test('undo restores every field that an agent can change, one by one', async () => {
  const { change } = updateTasksTool.input.properties as { change?: TObject }
  const fields = Object.keys(change?.properties ?? {})
  assert.deepEqual(Object.keys(changes).sort(), fields.sort(), 'every field has a value to try')
  for (const field of fields.filter(name => name !== 'isArchived')) {
    const id = await create()
    await assertUndone(id, 'update_tasks', { ids: [id], change: { [field]: changes[field] } })
  }
})

test('undo restores when a task was completed and archived', async () => {
  const id = await create()
  await team.owner.call('PUT', `/task/${id}`, { columnId: team.done })
  await assertUndone(id, 'update_tasks', { ids: [id], change: { isArchived: true } })
  await team.owner.call('PUT', `/task/${id}`, { isArchived: true })
  const { archivedAt, completedAt } = (await stateOf(id)).task
  assert.ok(archivedAt && completedAt)
  for (const change of [{ isArchived: false }, { columnId: team.toDo }, { isCompleted: false }])
    await assertUndone(id, 'update_tasks', { ids: [id], change })
  await assertUndone(id, 'move_task', { taskId: id, columnId: team.inProgress })
})

test('undo restores all fields that were changed in one call, and places among other tasks', async () => {
  const id = await create()
  const { shiftDays: _, assigneeId: _a, addAssigneeIds: _b, removeAssigneeIds: _c, ...others } = changes
  const { isCompleted: _d, isDeleted: _e, ...change } = others
  await assertUndone(id, 'update_tasks', { ids: [id], change })
  const above = await create()
  for (const to of [
    { columnId: team.toDo },
    { columnId: team.done },
    { columnId: team.inProgress, afterTaskId: above },
  ])
    await assertUndone(id, 'move_task', { taskId: id, ...to })
})

test('a title or description for several tasks is refused, and none of them changes', async () => {
  const ids = [await create(), await create()]
  const before = await Promise.all(ids.map(stateOf))
  const change = { title: 'Same', description: 'Same', dueDate: '2026-09-09' }
  const refused = await call('update_tasks', { ids, change })
  assert.equal(refused.isError, true)
  assert.match(refused.content[0].text, /change\.title: can be changed for one task at a time/)
  assert.match(refused.content[0].text, /change\.description: can be changed/)
  const [id = 0] = ids
  const partly = (await call('update_tasks', { ids: [id], change: { title: 'Half', parentId: id } }))
    .structuredContent
  assert.deepEqual([partly.changedIds, partly.refusals.length], [[], 1])
  assert.deepEqual(await Promise.all(ids.map(stateOf)), before)
})
