import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import { setGroupsOfSource } from '@atrium/identity/groups/source-groups.commands'
import type { MemberRole } from '#projects/rights.contract.ts'
import { sharedServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { as, atIdentity, createPerson, type Person, tokensFor } from '../people.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const second = await services.startInstance()
const address = await second.app.listen({ host: '127.0.0.1', port: 0 })
const { db } = services.deps
const { owner, manager, member, viewer, stranger, project, boardId, toDo } = await createTeam(services)
const admin = await createUser(services, 'owner')
const identity = await atIdentity(services, admin)
let groups = 0

async function createGroup(...people: Person[]) {
  groups += 1
  const created = await identity('POST', '/groups', { name: `Group ${groups}` })
  assert.equal(created.statusCode, 200, created.body)
  const { id } = created.json().item as { id: number }
  for (const person of people) await join(id, person)
  return id
}

async function join(groupId: number, { passportId }: Person) {
  const joined = await identity('PUT', `/groups/${groupId}/members/${passportId}`)
  assert.equal(joined.statusCode, 200, joined.body)
}

function leave(groupId: number, { passportId }: Person) {
  return identity('DELETE', `/groups/${groupId}/members/${passportId}`)
}

async function createProject() {
  return (await owner.call('POST', '/project', { name: 'Sample' })).json().item.id as number
}

async function setTeam(projectId: number, groupId: number, role: string, by: User = owner) {
  const set = await by.call('PUT', `/project/${projectId}/group/${groupId}`, { role })
  assert.equal(set.statusCode, 200, set.body)
  return set.json().item
}

async function memberOf(projectId: number, { id }: { id: number }) {
  const { items } = (await owner.call('GET', `/project/${projectId}/member?limit=1000`)).json()
  return items.find(({ userId }: { userId: number }) => userId === id) as
    | { role: MemberRole; ownRole: MemberRole | null; groups: { id: number; name: string; role: string }[] }
    | undefined
}

function reasonOf(response: { statusCode: number; json: () => { error: { details: { reason: string } } } }) {
  return [response.statusCode, response.json().error.details.reason]
}

test('members of a group are members of its projects', async () => {
  const projectId = await createProject()
  const user = await createUser(services)
  const groupId = await createGroup(user)
  assert.equal((await user.call('GET', `/project/${projectId}`)).statusCode, 403)
  const { addedAt, ...team } = await setTeam(projectId, groupId, 'member')
  const name = `Group ${groups}`
  assert.deepEqual(team, {
    groupId,
    role: 'member',
    memberCount: 1,
    group: { id: groupId, name, source: 'local' },
  })
  assert.equal((await user.call('GET', `/project/${projectId}`)).json().item.myRole, 'member')
  const found = await memberOf(projectId, user)
  assert.deepEqual([found?.role, found?.ownRole], ['member', null])
  assert.deepEqual(found?.groups, [{ id: groupId, name, role: 'member' }])
  const listed = (await user.call('GET', `/project/${projectId}/group`)).json()
  assert.deepEqual([listed.items, listed._meta.total], [[{ addedAt, ...team }], 1])
  const removed = await owner.call('DELETE', `/project/${projectId}/group/${groupId}`)
  assert.equal(removed.statusCode, 200)
  assert.equal((await user.call('GET', `/project/${projectId}`)).statusCode, 403)
  assert.deepEqual(await db.selectFrom('groups').where('id', '=', groupId).selectAll().execute(), [])
})

test('joining and leaving a group takes effect with the next request on every instance', async () => {
  const projectId = await createProject()
  const groupId = await createGroup()
  await setTeam(projectId, groupId, 'manager')
  const user = await createUser(services)
  const there = as(second, user.token)
  const status = async () => (await there('GET', `/project/${projectId}`)).statusCode
  assert.equal(await status(), 403)
  await join(groupId, user)
  assert.equal(await status(), 200)
  await leave(groupId, user)
  assert.equal(await status(), 403)
  await join(groupId, user)
  assert.equal(await status(), 200)
  await identity('DELETE', `/groups/${groupId}`)
  assert.equal(await status(), 403)
  assert.equal((await owner.call('GET', `/project/${projectId}/group`)).json()._meta.total, 0)
  const activity = (await owner.call('GET', `/project/${projectId}/activity?limit=100`)).json().items
  const types = activity.map(({ type, actorId }: { type: string; actorId: number | null }) => [type, actorId])
  assert.deepEqual(types.slice(0, 4), [
    ['member.removed', null],
    ['member.added', null],
    ['member.removed', null],
    ['member.added', null],
  ])
})

test('the higher one of a member’s own role and their groups’ counts', async () => {
  const projectId = await createProject()
  const user = await createUser(services)
  const [low, high] = [await createGroup(user), await createGroup(user)]
  const roles = async () => {
    const found = await memberOf(projectId, user)
    return [found?.role, found?.ownRole, found?.groups.map(({ role }) => role)]
  }
  await owner.call('POST', `/project/${projectId}/member`, { userId: user.id, role: 'member' })
  await setTeam(projectId, low, 'viewer')
  assert.deepEqual(await roles(), ['member', 'member', ['viewer']])
  await setTeam(projectId, high, 'manager')
  assert.deepEqual(await roles(), ['manager', 'member', ['viewer', 'manager']])
  const url = `/project/${projectId}/member/${user.id}`
  assert.equal((await owner.call('PUT', `${url}/role`, { role: 'viewer' })).json().item.role, 'manager')
  await leave(high, user)
  assert.deepEqual(await roles(), ['viewer', 'viewer', ['viewer']])
  await setTeam(projectId, low, 'member')
  assert.equal((await owner.call('DELETE', url)).statusCode, 200)
  assert.deepEqual(await roles(), ['member', null, ['member']])
  assert.deepEqual(reasonOf(await owner.call('DELETE', url)), [409, 'member_through_group'])
  assert.deepEqual(reasonOf(await user.call('DELETE', url)), [409, 'member_through_group'])
  const added = await owner.call('POST', `/project/${projectId}/member`, { userId: user.id, role: 'viewer' })
  assert.equal(added.json().item.role, 'member')
  await leave(low, user)
  assert.deepEqual(await roles(), ['viewer', 'viewer', []])
})

test('the owner stays the owner, and a member through a group can become one', async () => {
  const projectId = await createProject()
  const user = await createUser(services)
  const groupId = await createGroup(owner, user)
  await setTeam(projectId, groupId, 'viewer')
  assert.equal((await memberOf(projectId, owner))?.role, 'owner')
  const url = `/project/${projectId}/member/${user.id}/role`
  assert.equal((await owner.call('PUT', url, { role: 'owner' })).json().item.role, 'owner')
  assert.equal((await memberOf(projectId, owner))?.role, 'manager')
  await identity('DELETE', `/groups/${groupId}`)
  assert.deepEqual(
    [(await memberOf(projectId, owner))?.role, (await memberOf(projectId, user))?.role],
    ['manager', 'owner'],
  )
})

test('someone who signs in for the first time is in the projects of their groups', async () => {
  const projectId = await createProject()
  const person = await createPerson(services)
  const groupId = await createGroup(person)
  assert.equal((await setTeam(projectId, groupId, 'member')).memberCount, 0)
  const call = as(services, (await tokensFor(services, person)).access_token)
  assert.equal((await call('GET', `/project/${projectId}`)).json().item.myRole, 'member')
  assert.equal((await owner.call('GET', `/project/${projectId}/group`)).json().items[0].memberCount, 1)
})

test('a group that is lost ends streams, and tasks are unassigned', async () => {
  const user = await createUser(services)
  const groupId = await createGroup(user)
  await setTeam(project.id, groupId, 'member')
  const task = { title: 'Theirs', columnId: toDo, assigneeId: user.id }
  const { id } = (await owner.call('POST', '/task', task)).json().item
  const token = (await user.call('GET', '/events/token')).json().token
  const stream = await readStream(`${address}/events?token=${token}&topics=board:${boardId}`)
  await leave(groupId, user)
  await stream.waitForEnd()
  assert.equal((await owner.call('GET', `/task/${id}`)).json().item.assigneeId, null)
  assert.equal((await user.call('GET', `/board/${boardId}/full`)).statusCode, 403)
})

test('a sign-in provider that is removed takes the people that it brought out of their teams, streams too', async () => {
  const user = await createUser(services)
  const groupId = await createGroup()
  await setTeam(project.id, groupId, 'member')
  const provider = { slug: 'company', kind: 'github', name: 'Company', clientId: 'x', clientSecret: 'y' }
  assert.equal((await identity('POST', '/sign-in-providers', provider)).statusCode, 200)
  const { identityDeps } = services
  const source = { userId: user.passportId, source: 'company', groupIds: [groupId] }
  await inTransaction(identityDeps, (tx, emit) => setGroupsOfSource(identityDeps, tx, emit, source))
  const board = async () => (await user.call('GET', `/board/${boardId}/full`)).statusCode
  assert.equal(await board(), 200)
  const token = (await user.call('GET', '/events/token')).json().token
  const stream = await readStream(`${address}/events?token=${token}&topics=board:${boardId}`)
  assert.equal((await identity('DELETE', '/sign-in-providers/company')).statusCode, 200)
  assert.equal(await board(), 403)
  await stream.waitForEnd()
})

test('only managers set teams, of groups that exist, in projects with members', async () => {
  const groupId = await createGroup()
  for (const user of [member, viewer, stranger]) {
    const url = `/project/${project.id}/group/${groupId}`
    assert.equal((await user.call('PUT', url, { role: 'viewer' })).statusCode, 403)
    assert.equal((await user.call('DELETE', url)).statusCode, 403)
    assert.equal((await user.call('GET', `/project/${project.id}/available-group`)).statusCode, 403)
  }
  await setTeam(project.id, groupId, 'manager', manager)
  const unknown = await owner.call('PUT', `/project/${project.id}/group/999999`, { role: 'viewer' })
  assert.deepEqual(reasonOf(unknown), [404, 'group_not_found'])
  const missing = await owner.call('DELETE', `/project/${project.id}/group/999999`)
  assert.deepEqual(reasonOf(missing), [404, 'team_not_found'])
  const asOwner = await owner.call('PUT', `/project/${project.id}/group/${groupId}`, { role: 'owner' })
  assert.equal(asOwner.statusCode, 422)
  const personal = await db
    .selectFrom('projects')
    .where('ownerId', '=', owner.id)
    .where('type', '=', 'personal')
    .select('id')
    .executeTakeFirstOrThrow()
  const refused = await owner.call('PUT', `/project/${personal.id}/group/${groupId}`, { role: 'viewer' })
  assert.deepEqual(reasonOf(refused), [409, 'personal_project_has_no_members'])
  const found = await manager.call('GET', `/project/${project.id}/available-group?search=GROUP ${groups}`)
  assert.deepEqual(found.json().items, [
    { id: groupId, name: `Group ${groups}`, source: 'local', memberCount: 0 },
  ])
})

test('what changed while the identity service was not heard is taken over afterwards', async () => {
  const projectId = await createProject()
  const user = await createUser(services)
  const groupId = await createGroup(user)
  await setTeam(projectId, groupId, 'member')
  await db.deleteFrom('groupMembers').where('groupId', '=', groupId).execute()
  await db.updateTable('groups').set({ name: 'Old' }).where('id', '=', groupId).execute()
  const third = await services.startInstance()
  const { items } = (await as(third, owner.token)('GET', `/project/${projectId}/group`)).json()
  assert.deepEqual([items[0].group.name, items[0].memberCount], [`Group ${groups}`, 1])
})

test('concurrent changes of a group and its team leave what the identity service says', async () => {
  const projectId = await createProject()
  const people = await Promise.all([1, 2, 3].map(() => createUser(services)))
  const groupId = await createGroup()
  const there = as(second, owner.token)
  await Promise.all([
    ...people.map(person => join(groupId, person)),
    setTeam(projectId, groupId, 'member'),
    there('PUT', `/project/${projectId}/group/${groupId}`, { role: 'member' }),
  ])
  await Promise.all([leave(groupId, people[0] as User), join(groupId, stranger)])
  const members = await Promise.all([...people, stranger].map(user => memberOf(projectId, user)))
  assert.deepEqual(
    members.map(found => found?.role),
    [undefined, 'member', 'member', 'member'],
  )
})
