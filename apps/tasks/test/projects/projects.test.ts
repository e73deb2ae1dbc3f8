import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestProjectKey } from '#projects/project-key.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger } = team
const admin = await createUser(services, 'owner')

interface Project {
  id: number
  name: string
}

async function createProject(fields: object = {}, creator = owner) {
  const response = await creator.call('POST', '/project', { name: 'Sample', ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Project
}

test('a project gets a key from its name, which its owner can change', async () => {
  const keyOf = async (name: string) => (await createProject({ name })) as Project & { key: string }
  const suggestions = {
    'Website relaunch': 'WR',
    Marketing: 'MAR',
    'Переезд в новый офис': 'ПВНО',
    '2026': null,
    'one two three four five': 'OTTF',
    '2nd office, 3 rooms': 'OR',
    ёлка: 'ЁЛК',
    'Straße nach Rom': 'SNR',
    'Café crème': 'CCM',
    'Ärger 日本': 'RGE',
    x: 'X',
  }
  for (const [name, key] of Object.entries(suggestions)) {
    assert.equal((await keyOf(name)).key, key, name)
    assert.equal(suggestProjectKey(name), key ?? '', `${name} in the browser`)
  }

  const { id } = await createProject({ key: 'ATR', color: '#1971c2', icon: '🚀' })
  const change = (changes: object, user = owner) => user.call('PUT', `/project/${id}`, changes)
  assert.equal((await change({ key: 'ОТД1', color: null })).statusCode, 200)
  const { key, color, icon } = (await owner.call('GET', `/project/${id}`)).json().item
  assert.deepEqual({ key, color, icon }, { key: 'ОТД1', color: null, icon: '🚀' })
  for (const wrong of ['', 'atr', '1A', 'TOOLONG', 'A-B']) {
    const response = await change({ key: wrong })
    assert.equal(response.statusCode, 422, wrong)
    assert.ok(response.json().error.details.errors.key)
  }
  assert.equal((await change({ color: 'blue' })).statusCode, 422)
})

async function personalProjectOf(user: User) {
  const { items } = (await user.call('GET', '/project?type=personal')).json()
  return items[0] as Project
}

async function listIds(user: User, query = '') {
  const response = await user.call('GET', `/project?limit=1000${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items.map(({ id }: Project) => id) as number[]
}

async function activityOf(id: number) {
  const { items } = (await owner.call('GET', `/project/${id}/activity`)).json()
  return items as { type: string; actorId: number; before: object; after: object; actor: { id: number } }[]
}

test('the creator of a project is its owner', async () => {
  const response = await owner.call('POST', '/project', {
    name: ' Website ',
    type: 'agency',
    settings: { colour: 'blue', nothing: null },
  })
  assert.equal(response.statusCode, 200, response.body)
  const { item } = response.json()
  assert.equal(item.name, 'Website')
  assert.equal(item.myRole, 'owner')
  assert.equal(item.ownerId, owner.id)
  assert.equal(item.memberCount, 1)
  assert.deepEqual(item.settings, { colour: 'blue' })
  assert.equal(item.archivedAt, null)
  const [created] = await activityOf(item.id)
  assert.equal(created?.type, 'project.created')
  assert.deepEqual(created?.after, { name: 'Website', type: 'agency' })
})

test('only members can see a project', async () => {
  const { id } = await createProject()
  assert.ok((await listIds(owner)).includes(id))
  assert.ok(!(await listIds(stranger)).includes(id))
})

test('projects are listed in order and paged', async () => {
  const { items, _meta } = (await owner.call('GET', '/project?limit=1&orderBy=-name')).json()
  assert.equal(items.length, 1)
  assert.ok(_meta.total > 1)
  assert.equal(_meta.pages, _meta.total)
  const names = (await owner.call('GET', '/project?limit=1000&orderBy=name')).json().items
  assert.equal(items[0].name, names.at(-1).name)
})

test('projects can be filtered by type, ids and parts of the name and description', async () => {
  const one = await createProject({ name: 'Größe 100% XL' })
  const two = await createProject({ name: 'Other', description: 'All about GRÖSSE and größe' })
  assert.deepEqual(await listIds(owner, '&search=gr%C3%B6%C3%9Fe'), [one.id, two.id])
  assert.deepEqual(await listIds(owner, '&search=100%25'), [one.id])
  assert.deepEqual(await listIds(owner, '&search=100_'), [])
  assert.deepEqual(await listIds(owner, `&ids=${two.id},${one.id}`), [one.id, two.id])
  assert.deepEqual(await listIds(stranger, `&ids=${one.id}`), [])
  assert.deepEqual(await listIds(owner, '&type=personal'), [(await personalProjectOf(owner)).id])
  for (const query of ['type=other', 'ids=a', 'archived=maybe', 'orderBy=settings']) {
    assert.equal((await owner.call('GET', `/project?${query}`)).statusCode, 422, query)
  }
})

for (const [name, payload, field] of [
  ['no name', {}, 'name'],
  ['a blank name', { name: '  ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(201) }, 'name'],
  ['a name that is a number', { name: 7 }, 'name'],
  ['an unknown type', { name: 'x', type: 'other' }, 'type'],
  ['settings that are a list', { name: 'x', settings: [] }, 'settings'],
  ['settings beyond 16 KiB', { name: 'x', settings: { a: 'x'.repeat(17_000) } }, 'settings'],
  ['an unknown field', { name: 'x', ownerId: 1 }, 'ownerId'],
] as [string, object, string][]) {
  test(`creating a project with ${name} is refused`, async () => {
    const response = await owner.call('POST', '/project', payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('members and administrators can read a project, and see their own role', async () => {
  const url = `/project/${team.project.id}`
  for (const [user, role] of [
    [owner, 'owner'],
    [manager, 'manager'],
    [member, 'member'],
    [viewer, 'viewer'],
    [admin, null],
  ] as const) {
    const { item } = (await user.call('GET', url)).json()
    assert.deepEqual([item.id, item.myRole, item.memberCount], [team.project.id, role, 4])
  }
  assert.equal((await stranger.call('GET', url)).statusCode, 403)
  assert.equal((await owner.call('GET', '/project/999999')).statusCode, 404)
  assert.equal((await owner.call('GET', '/project/x')).statusCode, 422)
})

test('only the owner can change, archive and restore a project', async () => {
  const url = `/project/${team.project.id}`
  for (const user of [manager, member, viewer, stranger, admin]) {
    assert.equal((await user.call('PUT', url, { name: 'Taken' })).statusCode, 403)
    assert.equal((await user.call('DELETE', url)).statusCode, 403)
    assert.equal((await user.call('POST', `${url}/restore`)).statusCode, 403)
  }
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
  ] as const) {
    assert.equal((await owner.call(method, `/project/999999${path}`, {})).statusCode, 404)
  }
})

test('updating a project keeps absent fields, null clears a field, and the activity has the old values', async () => {
  const { id } = await createProject({ description: 'Old', settings: { a: 1, b: { c: 2 }, d: 3 } })
  const inAMinute = new Date(Date.now() + 60_000)
  services.deps.now = () => inAMinute
  const response = await owner.call('PUT', `/project/${id}`, {
    name: ' New ',
    settings: { a: 4, b: null, e: [5] },
  })
  assert.equal(response.statusCode, 200, response.body)
  const { item } = response.json()
  assert.deepEqual(
    [item.name, item.description, item.settings, item.myRole],
    ['New', 'Old', { a: 4, d: 3, e: [5] }, 'owner'],
  )
  assert.equal(item.updatedAt, inAMinute.toISOString())
  const [updated] = await activityOf(id)
  assert.equal(updated?.type, 'project.updated')
  assert.equal(updated?.actor.id, owner.id)
  assert.deepEqual(updated?.before, { name: 'Sample', settings: { a: 1, b: { c: 2 }, e: null } })
  assert.deepEqual(updated?.after, { name: 'New', settings: { a: 4, b: null, e: [5] } })
  const cleared = (await owner.call('PUT', `/project/${id}`, { description: null })).json().item
  assert.deepEqual([cleared.name, cleared.description], ['New', null])
})

test('a no-op update is not logged', async () => {
  const { id } = await createProject({ settings: { a: 1 } })
  const before = (await owner.call('GET', `/project/${id}`)).json().item
  for (const payload of [{}, { name: 'Sample' }, { settings: { a: 1, b: null } }]) {
    assert.deepEqual((await owner.call('PUT', `/project/${id}`, payload)).json().item, before)
  }
  assert.equal((await activityOf(id)).length, 1)
})

for (const [name, payload, field] of [
  ['a blank name', { name: ' ' }, 'name'],
  ['a name that is null', { name: null }, 'name'],
  ['another type', { type: 'agency' }, 'type'],
  ['another owner', { ownerId: 1 }, 'ownerId'],
  ['settings that are null', { settings: null }, 'settings'],
  ['a description too long', { description: 'x'.repeat(10_001) }, 'description'],
] as [string, object, string][]) {
  test(`updating a project to ${name} is refused`, async () => {
    const response = await owner.call('PUT', `/project/${team.project.id}`, payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('the 16 KiB limit applies to the merged settings, not to one update', async () => {
  const { id } = await createProject({ settings: { a: 'x'.repeat(10_000) } })
  const change = (settings: object) => owner.call('PUT', `/project/${id}`, { settings })
  const refused = await change({ b: 'x'.repeat(10_000) })
  assert.equal(refused.statusCode, 422)
  assert.ok(refused.json().error.details.errors.settings)
  assert.equal((await change({ a: null, b: 'x'.repeat(10_000) })).statusCode, 200)
})

test('settings that cannot be stored are refused', async () => {
  const { id } = await createProject()
  const change = (settings: object) => owner.call('PUT', `/project/${id}`, { settings })
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  assert.equal((await change({ a: nested(99) })).statusCode, 200)
  for (const levels of [100, 3000]) {
    const refused = await change({ a: nested(levels) })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.ok(refused.json().error.details.errors.settings)
  }
  for (const settings of [{ a: '\ud800' }, { '\udc00': 1 }]) {
    const refused = await change(settings)
    assert.equal(refused.json().error.details.reason, 'unstorable_text')
    assert.equal(refused.statusCode, 400)
  }
})

test('concurrent updates of different settings are all saved', async () => {
  const { id } = await createProject()
  const keys = Array.from({ length: 12 }, (_, index) => `key${index}`)
  const answers = await Promise.all(
    keys.map(key => owner.call('PUT', `/project/${id}`, { settings: { [key]: true } })),
  )
  for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body)
  const { settings } = (await owner.call('GET', `/project/${id}`)).json().item
  assert.deepEqual(Object.keys(settings).sort(), keys.sort())
})

test('an archived project is read-only until it is restored', async () => {
  const { id } = await createProject({ name: 'Finished' })
  const url = `/project/${id}`
  for (const _ of ['once', 'again']) {
    const archived = await owner.call('DELETE', url)
    assert.equal(archived.statusCode, 200, archived.body)
    assert.equal(typeof archived.json().message, 'string')
  }
  assert.ok((await owner.call('GET', url)).json().item.archivedAt)
  for (const path of ['/member', '/invitation', '/activity']) {
    assert.equal((await owner.call('GET', url + path)).statusCode, 200, path)
  }
  for (const [method, path, payload] of [
    ['PUT', '', { name: 'x' }],
    ['POST', '/member', { userId: member.id, role: 'member' }],
    ['PUT', `/member/${owner.id}/role`, { role: 'owner' }],
    ['DELETE', `/member/${owner.id}`, undefined],
    ['POST', '/invite', { email: 'a@example.org', role: 'member' }],
    ['DELETE', '/invitation', undefined],
  ] as const) {
    const refused = await owner.call(method, url + path, payload)
    assert.equal(refused.statusCode, 409, `${method} ${path}`)
    assert.ok(refused.json().error.details.archivedAt)
  }
  const restored = await owner.call('POST', `${url}/restore`)
  assert.equal(restored.statusCode, 200, restored.body)
  assert.deepEqual([restored.json().item.archivedAt, restored.json().item.myRole], [null, 'owner'])
  assert.equal((await owner.call('POST', `${url}/restore`)).statusCode, 409)
  assert.equal((await owner.call('PUT', url, { name: 'Going on' })).statusCode, 200)
  assert.deepEqual(
    (await activityOf(id)).map(({ type }) => type),
    ['project.updated', 'project.restored', 'project.archived', 'project.created'],
  )
})

test('archived projects are listed only on request', async () => {
  const [active, archived] = [await createProject(), await createProject()]
  await owner.call('DELETE', `/project/${archived.id}`)
  const ids = `&ids=${active.id},${archived.id}`
  assert.deepEqual(await listIds(owner, ids), [active.id])
  assert.deepEqual(await listIds(owner, `${ids}&archived=false`), [active.id])
  assert.deepEqual(await listIds(owner, `${ids}&archived=true`), [archived.id])
  assert.deepEqual(await listIds(owner, `${ids}&archived=all`), [active.id, archived.id])
})

test('the first personal project cannot be archived', async () => {
  const { id } = await personalProjectOf(manager)
  assert.equal((await manager.call('DELETE', `/project/${id}`)).statusCode, 409)
  assert.equal((await manager.call('GET', `/project/${id}`)).json().item.archivedAt, null)
})

test('a project is created with a board on request, and a task needs one', async () => {
  const bare = await createProject({}, manager)
  const refused = await manager.call('POST', '/task', { title: 'Too early', projectId: bare.id })
  assert.equal(refused.statusCode, 409, refused.body)
  assert.deepEqual(refused.json().error.details.reason, 'project_has_no_column')
  assert.match(refused.json().error.message, new RegExp(`POST /project/${bare.id}/board`))
  const titlesOf = async (id: number) => {
    const [board, ...others] = (await manager.call('GET', `/project/${id}/board`)).json().items
    assert.deepEqual(others, [])
    const { columns } = (await manager.call('GET', `/board/${board.id}`)).json().item
    return [board.name, ...columns.map(({ title }: { title: string }) => title)]
  }
  const { id } = await createProject({ withBoard: true }, manager)
  assert.deepEqual(await titlesOf(id), ['Board', 'To do', 'In progress', 'Done'])
  const task = (await manager.call('POST', '/task', { title: 'In time', projectId: id })).json().item
  assert.equal(task.projectId, id)
  const russian = await manager.call(
    'POST',
    '/project',
    { name: 'Сайт', withBoard: true },
    { 'accept-language': 'ru' },
  )
  assert.deepEqual(await titlesOf(russian.json().item.id), ['Доска', 'К выполнению', 'В работе', 'Готово'])
  const personal = await createProject({ type: 'personal', withBoard: true }, manager)
  assert.equal((await titlesOf(personal.id))[0], 'Board')
  await manager.call('DELETE', `/project/${personal.id}`)
})

test('a second personal project has a board and no members, and new tasks still go to the first', async () => {
  const first = await personalProjectOf(manager)
  const { id } = await createProject({ type: 'personal' }, manager)
  const [board] = (await manager.call('GET', `/project/${id}/board`)).json().items
  const { columns } = (await manager.call('GET', `/board/${board.id}`)).json().item
  assert.deepEqual(
    columns.map(({ title }: { title: string }) => title),
    ['To do', 'In progress', 'Done'],
  )
  const payload = { userId: member.id, role: 'member' }
  assert.equal((await manager.call('POST', `/project/${id}/member`, payload)).statusCode, 409)
  const captured = (await manager.call('POST', '/task', { title: 'Captured' })).json().item
  assert.equal(captured.projectId, first.id)
  assert.equal((await manager.call('DELETE', `/project/${id}`)).statusCode, 200)
})

test('tasks without a project never go to an archived project', async () => {
  const first = await personalProjectOf(member)
  const archived = await createProject({ type: 'personal' }, member)
  const { items: boards } = (await member.call('GET', `/project/${first.id}/board`)).json()
  for (const { id } of boards) await member.call('DELETE', `/board/${id}`)
  await member.call('DELETE', `/project/${archived.id}`)
  const capture = () => member.call('POST', '/task', { title: 'Captured' })
  assert.equal((await capture()).statusCode, 404)
  const active = await createProject({ type: 'personal' }, member)
  assert.equal((await capture()).json().item.projectId, active.id)
})

test('members can list the activity, newest first and paged', async () => {
  const { id } = await createProject()
  for (const name of ['One', 'Two', 'Three']) await owner.call('PUT', `/project/${id}`, { name })
  const { items, _meta } = (await owner.call('GET', `/project/${id}/activity?limit=2`)).json()
  assert.deepEqual(_meta, { total: 4, page: 1, limit: 2, pages: 2 })
  assert.deepEqual(
    items.map(({ after }: { after: object }) => after),
    [{ name: 'Three' }, { name: 'Two' }],
  )
  const url = `/project/${team.project.id}/activity`
  for (const user of [owner, manager, member, viewer, admin]) {
    assert.equal((await user.call('GET', url)).statusCode, 200)
  }
  assert.equal((await stranger.call('GET', url)).statusCode, 403)
  assert.equal((await owner.call('GET', '/project/999999/activity')).statusCode, 404)
})
