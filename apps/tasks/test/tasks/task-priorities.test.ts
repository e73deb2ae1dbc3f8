import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { createTeamTask, statusOf } from '../task-parts.ts'
import { createTeam, createUser } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const admin = await createUser(services, 'owner')
let level = 100

interface Priority {
  id: number
  name: string
  level: number
  color: string
  isDefault: boolean
}

async function listPriorities(): Promise<Priority[]> {
  return (await team.viewer.call('GET', '/task-priority')).json().items
}

async function createPriority(fields: object = {}): Promise<Priority> {
  level += 1
  const response = await admin.call('POST', '/task-priority', {
    name: `Level ${level}`,
    level,
    color: '#123456',
    ...fields,
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function listDefaults() {
  return (await listPriorities()).filter(({ isDefault }) => isDefault).map(({ name }) => name)
}

test('every user can list the priorities by level', async () => {
  const response = await team.stranger.call('GET', '/task-priority')
  assert.equal(response.statusCode, 200)
  const { items, _meta } = response.json()
  assert.deepEqual(
    items.map(({ name, level, isDefault }: Priority) => [name, level, isDefault]),
    [
      ['low', 10, false],
      ['normal', 20, true],
      ['high', 30, false],
      ['urgent', 40, false],
    ],
  )
  assert.deepEqual(Object.keys(items[0]).sort(), ['color', 'id', 'isDefault', 'level', 'name'])
  assert.deepEqual(_meta, { total: 4, page: 1, limit: 20, pages: 1 })
  assert.equal((await services.app.inject('/task-priority')).statusCode, 401)
})

test('changing priorities requires a permission', async () => {
  const [{ id }] = (await listPriorities()) as [Priority]
  const payload = { name: 'x', level: 1, color: '#000000' }
  assert.equal(await statusOf(team.owner, 'POST', '/task-priority', payload), 403)
  assert.equal(await statusOf(team.owner, 'PUT', `/task-priority/${id}`, { name: 'x' }), 403)
  assert.equal(await statusOf(team.owner, 'DELETE', `/task-priority/${id}`), 403)
})

test('priorities can be created, updated and deleted', async () => {
  const { id, ...created } = await createPriority({ name: ' someday ', level: 5, color: '#ABCDEF' })
  assert.deepEqual(created, { name: 'someday', level: 5, color: '#abcdef', isDefault: false })
  const changed = await admin.call('PUT', `/task-priority/${id}`, { level: 50, color: '#FFFFFF' })
  assert.deepEqual(changed.json().item, { ...created, id, level: 50, color: '#ffffff' })
  assert.deepEqual((await admin.call('PUT', `/task-priority/${id}`, {})).json(), changed.json())
  assert.equal((await listPriorities()).at(-1)?.name, 'someday')
  const deleted = await admin.call('DELETE', `/task-priority/${id}`)
  assert.deepEqual(deleted.json(), { message: 'Priority deleted' })
  assert.equal(await statusOf(admin, 'DELETE', `/task-priority/${id}`), 404)
  assert.equal(await statusOf(admin, 'PUT', `/task-priority/${id}`, { name: 'x' }), 404)
})

test('names and levels are unique', async () => {
  const { id } = await createPriority()
  for (const [fields, field] of [
    [{ name: 'urgent' }, 'name'],
    [{ level: 40 }, 'level'],
  ] as const) {
    const changed = await admin.call('PUT', `/task-priority/${id}`, fields)
    assert.equal(changed.statusCode, 409)
    assert.equal(changed.json().error.details.field, field)
    const payload = { name: 'fresh', level: 999, color: '#000000', ...fields }
    assert.equal(await statusOf(admin, 'POST', '/task-priority', payload), 409)
  }
})

for (const [name, fields, field] of [
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(51) }, 'name'],
  ['no level', { level: undefined }, 'level'],
  ['a level that is too low', { level: -1 }, 'level'],
  ['a level that is too high', { level: 1001 }, 'level'],
  ['a fractional level', { level: 1.5 }, 'level'],
  ['no colour', { color: undefined }, 'color'],
  ['a named colour', { color: 'red' }, 'color'],
  ['a default that is text', { isDefault: 'yes' }, 'isDefault'],
  ['an unknown field', { rank: 1 }, 'rank'],
] as [string, object, string][]) {
  test(`a priority with ${name} is refused`, async () => {
    const payload = { name: 'x', level: 1, color: '#000000', ...fields }
    const response = await admin.call('POST', '/task-priority', payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('exactly one priority is the default, and the flag can only be moved', async () => {
  const { id, name } = await createPriority({ isDefault: true })
  assert.deepEqual(await listDefaults(), [name])
  const { priorityId } = (await team.member.call('POST', '/task', { title: 'x', columnId: team.toDo })).json()
    .item
  assert.equal(priorityId, id)
  const down = await admin.call('PUT', `/task-priority/${id}`, { isDefault: false })
  assert.equal(down.statusCode, 409)
  assert.equal(down.json().error.details.reason, 'default_priority_required')
  assert.equal(await statusOf(admin, 'DELETE', `/task-priority/${id}`), 409)
  assert.equal(await statusOf(admin, 'PUT', `/task-priority/${id}`, { isDefault: true }), 200)
  assert.deepEqual(await listDefaults(), [name])
  const normal = (await listPriorities()).find(priority => priority.name === 'normal') as Priority
  assert.equal(await statusOf(admin, 'PUT', `/task-priority/${normal.id}`, { isDefault: true }), 200)
  assert.deepEqual(await listDefaults(), ['normal'])
})

test('exactly one priority is the default after concurrent updates', async () => {
  const ids = (await listPriorities()).map(({ id }) => id)
  const move = (id: number) => statusOf(admin, 'PUT', `/task-priority/${id}`, { isDefault: true })
  const create = (name: string, level: number) =>
    statusOf(admin, 'POST', '/task-priority', { name, level, color: '#000000', isDefault: true })
  const statuses = await Promise.all([...ids, ...ids].map(move).concat(create('a', 900), create('b', 901)))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal((await listDefaults()).length, 1)
})

test('a failed update does not move the default', async () => {
  const before = await listDefaults()
  const other = (await listPriorities()).find(
    ({ isDefault, name }) => !isDefault && name !== 'urgent',
  ) as Priority
  const failed = await statusOf(admin, 'PUT', `/task-priority/${other.id}`, {
    isDefault: true,
    name: 'urgent',
  })
  assert.equal(failed, 409)
  assert.deepEqual(await listDefaults(), before)
})

test('a priority in use cannot be deleted, not even by a deleted task', async () => {
  const { id } = await createPriority()
  const taskId = await createTeamTask(team)
  await team.member.call('PUT', `/task/${taskId}`, { priorityId: id })
  const used = await admin.call('DELETE', `/task-priority/${id}`)
  assert.equal(used.statusCode, 409)
  assert.equal(used.json().error.details.reason, 'still_in_use')
  await team.member.call('DELETE', `/task/${taskId}`)
  assert.equal(await statusOf(admin, 'DELETE', `/task-priority/${id}`), 409)
})
