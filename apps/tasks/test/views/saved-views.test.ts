import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SavedView } from '#views/saved-view.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { owner, manager, member, viewer, stranger, project } = await createTeam(services)

async function create(caller: typeof member, view: object) {
  const response = await caller.call('POST', '/view', { name: 'View', projectId: project.id, ...view })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as SavedView
}

async function names(caller: typeof member, projectId: number | undefined = project.id) {
  const response = await caller.call('GET', projectId ? `/view?projectId=${projectId}` : '/view')
  return response
    .json()
    .items.map(({ name }: SavedView) => name)
    .join(', ')
}

test('a view keeps its filter, order, groups and columns', async () => {
  const wanted = {
    name: 'Mine 10',
    kind: 'table',
    filter: 'assignee = me and due < today+7',
    orderBy: '-dueDate',
    groupBy: 'priority',
    scale: 'weeks',
    columns: [{ name: 'title', width: 320 }, { name: 'cf12' }],
  }
  const view = await create(viewer, wanted)
  assert.deepEqual({ ...view, ...wanted }, view)
  assert.deepEqual([view.ownerId, view.isShared, view.projectId], [viewer.id, false, project.id])
  const changed = await viewer.call('PUT', `/view/${view.id}`, { name: 'Mine 2', groupBy: null, columns: [] })
  assert.deepEqual(changed.json().item, {
    ...view,
    name: 'Mine 2',
    groupBy: null,
    columns: [],
    updatedAt: changed.json().item.updatedAt,
  })
  await create(viewer, { name: 'Mine 10' })
  assert.equal(await names(viewer), 'Mine 2, Mine 10')
  assert.equal(await names(member), '')
  for (const method of ['PUT', 'DELETE'] as const) {
    const response = await owner.call(
      method,
      `/view/${view.id}`,
      method === 'PUT' ? { name: 'x' } : undefined,
    )
    assert.equal(response.statusCode, 404, 'a private view does not exist for others')
  }
  assert.equal((await viewer.call('DELETE', `/view/${view.id}`)).statusCode, 200)
  assert.equal(await names(viewer), 'Mine 10')
})

test('views over all projects are private', async () => {
  await create(member, { name: 'Everywhere', projectId: null })
  assert.equal(await names(member, 0), 'Everywhere')
  assert.equal(await names(owner, 0), '')
  const response = await member.call('POST', '/view', { name: 'x', isShared: true })
  assert.equal(response.statusCode, 422)
  assert.deepEqual(response.json().error.details.codes, { isShared: ['shared_view_needs_project'] })
})

test('members share views; their owner and managers change them', async () => {
  const refused = await viewer.call('POST', '/view', { name: 'x', projectId: project.id, isShared: true })
  assert.equal(refused.statusCode, 403)
  const view = await create(member, { name: 'Sprint', isShared: true })
  assert.equal(await names(viewer), 'Mine 10, Sprint')
  const rename = (caller: typeof member, body: object) => caller.call('PUT', `/view/${view.id}`, body)
  assert.equal((await rename(viewer, { name: 'x' })).statusCode, 403)
  assert.equal((await rename(stranger, { name: 'x' })).statusCode, 403)
  assert.equal((await rename(manager, { name: 'Sprint 2' })).statusCode, 200)
  assert.equal((await rename(member, { isShared: false })).statusCode, 200)
  assert.equal(await names(manager), '')
  assert.equal((await rename(manager, { isShared: true })).statusCode, 404)
  assert.equal((await rename(member, { isShared: true })).statusCode, 200)
  assert.equal((await viewer.call('DELETE', `/view/${view.id}`)).statusCode, 403)
  assert.equal((await manager.call('DELETE', `/view/${view.id}`)).statusCode, 200)
  const activity = (await member.call('GET', `/project/${project.id}/activity`)).json().items
  assert.deepEqual(
    activity
      .slice(0, 5)
      .map(({ type, before, after }: Record<string, { name?: string }>) => [
        type,
        before?.name ?? after?.name,
      ]),
    [
      ['view.deleted', 'Sprint 2'],
      ['view.created', 'Sprint 2'],
      ['view.deleted', 'Sprint 2'],
      ['view.updated', 'Sprint'],
      ['view.created', 'Sprint'],
    ],
  )
  const own = await create(viewer, { name: 'Own' })
  assert.equal((await viewer.call('PUT', `/view/${own.id}`, { isShared: true })).statusCode, 403)
})

test('an invalid view is refused with its fields', async () => {
  const cases: [object, string][] = [
    [{ filter: 'due <' }, 'filter'],
    [{ name: '' }, 'name'],
    [{ kind: 'chart' }, 'kind'],
    [{ orderBy: 'due date' }, 'orderBy'],
    [{ columns: [{ name: 'title', width: 1 }] }, 'columns.0.width'],
  ]
  const view = await create(member, {})
  for (const [fields, field] of cases) {
    for (const [method, url] of [
      ['POST', '/view'],
      ['PUT', `/view/${view.id}`],
    ] as const) {
      const body = method === 'POST' ? { name: 'x', projectId: project.id, ...fields } : fields
      const response = await member.call(method, url, body)
      assert.equal(response.statusCode, 422, response.body)
      assert.ok(response.json().error.details.errors[field], response.body)
    }
  }
})
