import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { createTeamTask, listActivity, statusOf } from '../task-parts.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const foreign = await createTeam(services)
const admin = await createUser(services, 'owner')
let stickers = 0

async function createSticker(creator: User, fields: object = {}) {
  stickers += 1
  const response = await creator.call('POST', '/sticker', { name: `Sticker ${stickers}`, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

const ofTeam = { projectId: team.project.id }
const ofForeign = { projectId: foreign.project.id }

async function listNames(user: User, query = '') {
  const response = await user.call('GET', `/sticker?limit=1000${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items.map(({ name }: { name: string }) => name)
}

test('a sticker has a name, a lower-case colour and an optional icon', async () => {
  const { id, ...sticker } = await createSticker(team.manager, {
    name: ' Blocked ',
    color: '#AABBCC',
    icon: 'hand',
    ...ofTeam,
  })
  assert.ok(id > 0)
  assert.deepEqual(sticker, { name: 'Blocked', color: '#aabbcc', icon: 'hand', ...ofTeam })
  const plain = await createSticker(team.manager, ofTeam)
  assert.match(plain.color, /^#[0-9a-f]{6}$/)
  assert.equal(plain.icon, null)
})

test('only managers can create stickers for their project', async () => {
  const create = (user: User) => statusOf(user, 'POST', '/sticker', { name: `By ${user.id}`, ...ofTeam })
  for (const user of [team.viewer, team.member, team.stranger, foreign.owner])
    assert.equal(await create(user), 403)
  for (const user of [team.manager, team.owner, admin]) assert.equal(await create(user), 200)
  assert.equal(await statusOf(team.owner, 'POST', '/sticker', { name: 'x', projectId: 999_999_999 }), 404)
})

test('global stickers require a permission', async () => {
  assert.equal(await statusOf(team.owner, 'POST', '/sticker', { name: 'For all' }), 403)
  assert.equal(await statusOf(team.owner, 'POST', '/sticker', { name: 'For all', projectId: null }), 403)
  const { projectId, id } = await createSticker(admin, { name: 'For all' })
  assert.equal(projectId, null)
  assert.equal(await statusOf(team.owner, 'PUT', `/sticker/${id}`, { name: 'Mine' }), 403)
  assert.equal(await statusOf(team.owner, 'DELETE', `/sticker/${id}`), 403)
  assert.equal(await statusOf(admin, 'PUT', `/sticker/${id}`, { name: 'For everybody' }), 200)
  assert.equal(await statusOf(admin, 'DELETE', `/sticker/${id}`), 200)
})

test('names are unique within a project, ignoring case', async () => {
  const { id } = await createSticker(team.manager, { name: 'Über', ...ofTeam })
  const second = await team.manager.call('POST', '/sticker', { name: 'ÜBER', ...ofTeam })
  assert.equal(second.statusCode, 409)
  assert.equal(second.json().error.details.field, 'name')
  await createSticker(foreign.manager, { name: 'über', ...ofForeign })
  await createSticker(admin, { name: 'über' })
  assert.equal(await statusOf(admin, 'POST', '/sticker', { name: 'Über' }), 409)
  const { id: other } = await createSticker(team.manager, ofTeam)
  assert.equal(await statusOf(team.manager, 'PUT', `/sticker/${other}`, { name: 'üBER' }), 409)
  assert.equal(await statusOf(team.manager, 'PUT', `/sticker/${id}`, { name: 'üBER' }), 200)
})

test('of concurrent creations with the same name one succeeds', async () => {
  const create = () => statusOf(team.manager, 'POST', '/sticker', { name: 'At once', ...ofTeam })
  const statuses = await Promise.all([create(), create(), create(), create()])
  assert.deepEqual(statuses.sort(), [200, 409, 409, 409])
})

test('users see global stickers and those of their own projects', async () => {
  const forAll = (await createSticker(admin, { name: 'Seen 50% everywhere' })).name
  const own = (await createSticker(team.manager, { name: 'Seen by the team', ...ofTeam })).name
  const foreignOne = (await createSticker(foreign.manager, { name: 'Seen by others', ...ofForeign })).name
  assert.deepEqual(await listNames(team.viewer, '&search=SEEN'), [forAll, own])
  assert.deepEqual(await listNames(team.viewer, '&search=seen&orderBy=-name'), [own, forAll])
  assert.deepEqual(await listNames(team.stranger, '&search=seen'), [forAll])
  assert.deepEqual(await listNames(team.viewer, '&search=0%25'), [forAll])
  assert.deepEqual(await listNames(foreign.viewer, `&search=seen&projectId=${foreign.project.id}`), [
    forAll,
    foreignOne,
  ])
  assert.deepEqual(await listNames(admin, `&search=seen&projectId=${team.project.id}`), [forAll, own])
  const { _meta } = (await team.viewer.call('GET', '/sticker?search=seen&limit=1')).json()
  assert.deepEqual(_meta, { total: 2, page: 1, limit: 1, pages: 2 })
})

longTest('filtering by project leaves out stickers of other projects', async () => {
  const both = await createTeam(services)
  await services.deps.db
    .insertInto('projectMembers')
    .values({ projectId: both.project.id, userId: team.member.id, role: 'member' })
    .execute()
  await createSticker(both.manager, { name: 'Twice here', projectId: both.project.id })
  await createSticker(team.manager, { name: 'Twice there', ...ofTeam })
  assert.deepEqual(await listNames(team.member, '&search=twice'), ['Twice here', 'Twice there'])
  assert.deepEqual(await listNames(team.member, `&search=twice&projectId=${both.project.id}`), ['Twice here'])
})

test('stickers of other or missing projects are not listed', async () => {
  const url = `/sticker?projectId=${team.project.id}`
  for (const user of [team.stranger, foreign.owner]) assert.equal(await statusOf(user, 'GET', url), 403)
  assert.equal(await statusOf(team.viewer, 'GET', url), 200)
  assert.equal(await statusOf(team.owner, 'GET', '/sticker?projectId=999999999'), 404)
  assert.equal(await statusOf(team.owner, 'GET', '/sticker?projectId=x'), 422)
  assert.equal(await statusOf(team.owner, 'GET', '/sticker?orderBy=color'), 422)
})

test('managers can change and delete stickers of their project', async () => {
  const { id } = await createSticker(team.manager, { icon: 'star', ...ofTeam })
  for (const user of [team.viewer, team.member, team.stranger, foreign.owner]) {
    assert.equal(await statusOf(user, 'PUT', `/sticker/${id}`, { name: 'x' }), 403)
    assert.equal(await statusOf(user, 'DELETE', `/sticker/${id}`), 403)
  }
  const changed = (await team.manager.call('PUT', `/sticker/${id}`, { color: '#FF0000' })).json().item
  assert.deepEqual([changed.color, changed.icon], ['#ff0000', 'star'])
  const cleared = (await team.manager.call('PUT', `/sticker/${id}`, { icon: null })).json().item
  assert.deepEqual(cleared, { ...changed, icon: null })
  const deleted = await team.manager.call('DELETE', `/sticker/${id}`)
  assert.deepEqual(deleted.json(), { message: 'Sticker deleted' })
  assert.equal(await statusOf(team.manager, 'DELETE', `/sticker/${id}`), 404)
  assert.equal(await statusOf(team.manager, 'PUT', `/sticker/${id}`, { name: 'x' }), 404)
})

for (const [name, payload, field] of [
  ['no name', {}, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(51) }, 'name'],
  ['a named colour', { name: 'x', color: 'red' }, 'color'],
  ['a short colour', { name: 'x', color: '#fff' }, 'color'],
  ['a colour that is null', { name: 'x', color: null }, 'color'],
  ['an icon too long', { name: 'x', icon: 'x'.repeat(51) }, 'icon'],
  ['a project that is text', { name: 'x', projectId: '1' }, 'projectId'],
  ['an unknown field', { name: 'x', size: 1 }, 'size'],
] as [string, object, string][]) {
  test(`a sticker with ${name} is refused`, async () => {
    const response = await team.manager.call('POST', '/sticker', { ...ofTeam, ...payload })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('a sticker cannot move to another project', async () => {
  const { id } = await createSticker(team.manager, ofTeam)
  const response = await team.manager.call('PUT', `/sticker/${id}`, ofForeign)
  assert.equal(response.statusCode, 422)
  assert.ok(response.json().error.details.errors.projectId)
})

test('members can add project and global stickers to a task, which lists them in order', async () => {
  const taskId = await createTeamTask(team)
  const url = `/task/${taskId}/sticker`
  const own = await createSticker(team.manager, ofTeam)
  const forAll = await createSticker(admin)
  const attached = await team.member.call('POST', url, { stickerId: forAll.id })
  assert.equal(attached.statusCode, 200, attached.body)
  assert.deepEqual(attached.json(), { item: forAll })
  await team.member.call('POST', url, { stickerId: own.id })
  const list = (await team.viewer.call('GET', url)).json()
  assert.deepEqual(list, { items: [forAll, own], _meta: { total: 2, page: 1, limit: 20, pages: 1 } })
  const { stickers } = (await team.viewer.call('GET', `/task/${taskId}`)).json().item
  assert.deepEqual(
    stickers.map(({ id }: { id: number }) => id),
    [own.id, forAll.id],
  )
  const { items } = (await team.viewer.call('GET', `/task?stickerId=${own.id}`)).json()
  assert.deepEqual(
    items.map(({ id }: { id: number }) => id),
    [taskId],
  )
})

test('viewers can see the stickers of a task, and only members can change them', async () => {
  const taskId = await createTeamTask(team)
  const url = `/task/${taskId}/sticker`
  const { id: stickerId } = await createSticker(team.manager, ofTeam)
  for (const user of [team.viewer, team.stranger, foreign.owner]) {
    assert.equal(await statusOf(user, 'POST', url, { stickerId }), 403)
  }
  assert.equal(await statusOf(team.member, 'POST', url, { stickerId }), 200)
  for (const user of [team.viewer, team.stranger, foreign.owner]) {
    assert.equal(await statusOf(user, 'DELETE', `${url}/${stickerId}`), 403)
  }
  assert.equal(await statusOf(team.viewer, 'GET', url), 200)
  for (const user of [team.stranger, foreign.owner]) assert.equal(await statusOf(user, 'GET', url), 403)
  assert.equal(await statusOf(team.member, 'GET', '/task/999999999/sticker'), 404)
  assert.equal(await statusOf(team.member, 'POST', '/task/999999999/sticker', { stickerId }), 404)
})

test('stickers that are missing or of another project are refused', async () => {
  const taskId = await createTeamTask(team)
  const { id: foreignId } = await createSticker(foreign.manager, ofForeign)
  for (const stickerId of [foreignId, 999_999_999, 0, '1', null, undefined]) {
    const response = await team.member.call('POST', `/task/${taskId}/sticker`, { stickerId })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors.stickerId)
  }
  assert.equal((await team.member.call('GET', `/task/${taskId}/sticker`)).json()._meta.total, 0)
})

test('a sticker is added to a task once, even with concurrent requests', async () => {
  const taskId = await createTeamTask(team)
  const { id: stickerId } = await createSticker(team.manager, ofTeam)
  const attach = (user: User) => user.call('POST', `/task/${taskId}/sticker`, { stickerId })
  const people = [team.member, team.manager, team.owner, team.member, team.manager]
  const responses = await Promise.all(people.map(attach))
  assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [200, 409, 409, 409, 409])
  assert.equal((await attach(team.member)).json().error.details.reason, 'sticker_already_attached')
  assert.equal((await team.member.call('GET', `/task/${taskId}/sticker`)).json()._meta.total, 1)
  assert.equal((await listActivity(services, { taskId }, 'sticker')).length, 1)
})

longTest('a project has at most 500 stickers, a task 50', async () => {
  const own = await createTeam(services)
  const { db } = services.deps
  const { rows } = await sql<{ id: number }>`insert into stickers (project_id, name, color)
    select ${own.project.id}, 'Sticker ' || n, '#123456' from generate_series(1, 500) as n returning id`.execute(
    db,
  )
  const refused = await own.manager.call('POST', '/sticker', { name: 'One more', projectId: own.project.id })
  assert.deepEqual([refused.statusCode, refused.json().error.details?.limit], [409, 500], refused.body)
  const taskId = await createTeamTask(own)
  const attach = ({ id: stickerId }: { id: number }) =>
    statusOf(own.member, 'POST', `/task/${taskId}/sticker`, { stickerId })
  for (const sticker of rows.slice(0, 50)) assert.equal(await attach(sticker), 200)
  assert.equal(await attach(rows[50] as { id: number }), 409)
  assert.equal((await own.member.call('GET', `/task/${taskId}`)).json().item.stickers.length, 50)
})

test('a sticker can be removed from a task once', async () => {
  const taskId = await createTeamTask(team)
  const { id: stickerId } = await createSticker(team.manager, ofTeam)
  const url = `/task/${taskId}/sticker`
  assert.equal(await statusOf(team.member, 'DELETE', `${url}/${stickerId}`), 404)
  await team.member.call('POST', url, { stickerId })
  const off = await team.member.call('DELETE', `${url}/${stickerId}`)
  assert.deepEqual(off.json(), { message: 'Sticker removed from the task' })
  assert.equal(await statusOf(team.member, 'DELETE', `${url}/${stickerId}`), 404)
  assert.equal(await statusOf(team.member, 'DELETE', `${url}/999999999`), 404)
  assert.equal((await team.member.call('GET', url)).json()._meta.total, 0)
})

test('deleting a sticker removes it from every task', async () => {
  const taskId = await createTeamTask(team)
  const { id: stickerId } = await createSticker(team.manager, ofTeam)
  await team.member.call('POST', `/task/${taskId}/sticker`, { stickerId })
  assert.equal(await statusOf(team.manager, 'DELETE', `/sticker/${stickerId}`), 200)
  assert.deepEqual((await team.member.call('GET', `/task/${taskId}`)).json().item.stickers, [])
})

test('stickers of a deleted task can be neither read nor changed', async () => {
  const taskId = await createTeamTask(team)
  const { id: stickerId } = await createSticker(team.manager, ofTeam)
  await team.member.call('DELETE', `/task/${taskId}`)
  const url = `/task/${taskId}/sticker`
  assert.equal(await statusOf(team.member, 'GET', url), 410)
  assert.equal(await statusOf(team.member, 'POST', url, { stickerId }), 410)
  assert.equal(await statusOf(team.member, 'DELETE', `${url}/${stickerId}`), 410)
})

test('sticker changes are logged in the project and on the task', async () => {
  const own = await createTeam(services)
  const taskId = await createTeamTask(own)
  const place = { projectId: own.project.id, boardId: null, taskId: null, actorId: own.manager.id }
  const onTask = { ...place, boardId: own.boardId, taskId, actorId: own.member.id }
  const { id } = await createSticker(own.manager, {
    name: 'Old',
    color: '#000000',
    projectId: own.project.id,
  })
  await own.member.call('POST', `/task/${taskId}/sticker`, { stickerId: id })
  await own.member.call('DELETE', `/task/${taskId}/sticker/${id}`)
  await own.manager.call('PUT', `/sticker/${id}`, { name: 'New' })
  await own.manager.call('PUT', `/sticker/${id}`, { name: 'New' })
  await own.manager.call('DELETE', `/sticker/${id}`)
  const was = { stickerId: id, name: 'Old', color: '#000000', icon: null }
  const is = { ...was, name: 'New' }
  const short = { stickerId: id, name: 'Old' }
  assert.deepEqual(await listActivity(services, { projectId: own.project.id }, 'sticker'), [
    { type: 'sticker.created', ...place, before: {}, after: was },
    { type: 'sticker.attached', ...onTask, before: {}, after: short },
    { type: 'sticker.detached', ...onTask, before: short, after: {} },
    { type: 'sticker.updated', ...place, before: was, after: is },
    { type: 'sticker.deleted', ...place, before: is, after: {} },
  ])
})
