import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { insertMember } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger } = team
const admin = await createUser(services, 'owner')

/** A separate project for tests that change its members. */
async function createProject(...others: [User, MemberRole][]) {
  const { id } = (await owner.call('POST', '/project', { name: 'Sample' })).json().item as { id: number }
  for (const [user, role] of others) await insertMember(db, id, user.id, role)
  return id
}

function setRole(by: User, projectId: number, user: User, role: string) {
  return by.call('PUT', `/project/${projectId}/member/${user.id}/role`, { role })
}

function removeMember(by: User, projectId: number, user: User) {
  return by.call('DELETE', `/project/${projectId}/member/${user.id}`)
}

async function rolesIn(projectId: number) {
  const { items } = (await admin.call('GET', `/project/${projectId}/member?limit=1000`)).json()
  return Object.fromEntries(
    items.map(({ userId, role }: { userId: number; role: MemberRole }) => [userId, role]),
  ) as Record<number, MemberRole>
}

async function activityOf(projectId: number) {
  const { items } = (await admin.call('GET', `/project/${projectId}/activity?limit=1000`)).json()
  return items as {
    type: string
    actorId: number
    taskId: number | null
    boardId: number | null
    before: Record<string, unknown>
    after: Record<string, unknown>
  }[]
}

test('every member can list the members, others cannot', async () => {
  const url = `/project/${team.project.id}/member`
  for (const user of [owner, manager, member, viewer, admin]) {
    const { items, _meta } = (await user.call('GET', url)).json()
    assert.equal(_meta.total, 4)
    const self = items.find(({ userId }: { userId: number }) => userId === member.id)
    assert.deepEqual(Object.keys(self).sort(), [
      'groups',
      'isGuest',
      'isRobot',
      'joinedAt',
      'ownRole',
      'role',
      'user',
      'userId',
    ])
    assert.equal(self.role, 'member')
    const { id, email, name, surname, avatarUrl } = self.user
    const shown = user === member || user === admin ? member.email : null
    assert.deepEqual([id, email, name, surname, avatarUrl], [member.id, shown, 'Sam', 'Sample', null])
  }
  assert.equal((await stranger.call('GET', url)).statusCode, 403)
  assert.equal((await owner.call('GET', '/project/999999/member')).statusCode, 404)
})

test('members can be filtered by role, name and email address, and paged', async () => {
  const found = async (query: string, by = owner) => {
    const response = await by.call('GET', `/project/${team.project.id}/member?${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().items.map(({ userId }: { userId: number }) => userId)
  }
  assert.deepEqual(await found('role=manager'), [manager.id])
  assert.deepEqual(await found(`search=${viewer.email.toUpperCase()}`, admin), [viewer.id])
  assert.equal((await found('search=sam%20sample')).length, 4)
  assert.equal((await found('search=Sample%20Sam')).length, 4)
  assert.equal((await found('search=M%20s')).length, 4, 'single letters match')
  for (const word of ['unknown', 'zq', '%25', '_', '%5C']) assert.deepEqual(await found(`search=${word}`), [])
  assert.deepEqual(await found('role=owner&search=sam'), [owner.id])
  assert.equal((await found('limit=2&page=2')).length, 2)
  for (const query of ['limit=2', 'limit=3&page=9', 'limit=3&search=sam', 'limit=3&page=9&search=sam']) {
    const { _meta } = (await owner.call('GET', `/project/${team.project.id}/member?${query}`)).json()
    assert.equal(_meta.total, 4, query)
  }
  const answer = await owner.call('GET', `/project/${team.project.id}/member?role=king`)
  assert.equal(answer.statusCode, 422)
})

test('owners, managers and administrators can add members, others cannot', async () => {
  for (const user of [owner, manager, admin]) {
    const id = await createProject([manager, 'manager'])
    const payload = { userId: stranger.id, role: 'viewer' }
    const response = await user.call('POST', `/project/${id}/member`, payload)
    assert.equal(response.statusCode, 200, response.body)
    const { item } = response.json()
    assert.deepEqual([item.userId, item.role, item.user.id], [stranger.id, 'viewer', stranger.id])
    assert.equal((await stranger.call('GET', `/project/${id}`)).json().item.myRole, 'viewer')
    const [added] = await activityOf(id)
    assert.deepEqual([added?.type, added?.actorId, added?.after], ['member.added', user.id, payload])
  }
  for (const user of [member, viewer, stranger]) {
    const payload = { userId: stranger.id, role: 'member' }
    assert.equal((await user.call('POST', `/project/${team.project.id}/member`, payload)).statusCode, 403)
  }
})

test('a member is added once, even with concurrent requests', async () => {
  const id = await createProject([manager, 'manager'])
  const add = (by: User) => by.call('POST', `/project/${id}/member`, { userId: member.id, role: 'member' })
  const codes = (await Promise.all([add(owner), add(manager), add(owner)])).map(
    ({ statusCode }) => statusCode,
  )
  assert.deepEqual(codes.sort(), [200, 409, 409])
  assert.equal((await activityOf(id)).filter(({ type }) => type === 'member.added').length, 1)
})

test('missing and archived users cannot be added', async () => {
  const id = await createProject()
  const gone = await createUser(services)
  await db
    .updateTable('users')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', gone.id)
    .execute()
  for (const userId of [999_999, gone.id]) {
    const answer = await owner.call('POST', `/project/${id}/member`, { userId, role: 'member' })
    assert.equal(answer.statusCode, 404, answer.body)
  }
})

for (const [name, payload, field] of [
  ['no user', { role: 'member' }, 'userId'],
  ['a user that is text', { userId: '1', role: 'member' }, 'userId'],
  ['no role', { userId: 1 }, 'role'],
  ['an unknown role', { userId: 1, role: 'unknown' }, 'role'],
  ['a second owner', { userId: 1, role: 'owner' }, 'role'],
  ['an unknown field', { userId: 1, role: 'member', joinedAt: 1 }, 'joinedAt'],
] as [string, object, string][]) {
  test(`adding ${name} is refused`, async () => {
    const response = await owner.call('POST', `/project/${team.project.id}/member`, payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('a personal project cannot have other members', async () => {
  const { id } = (await owner.call('GET', '/project?type=personal')).json().items[0]
  const payload = { userId: member.id, role: 'viewer' }
  for (const user of [owner, admin]) {
    assert.equal((await user.call('POST', `/project/${id}/member`, payload)).statusCode, 409)
  }
  assert.equal((await removeMember(owner, id, owner)).statusCode, 409)
  assert.equal((await setRole(owner, id, owner, 'manager')).statusCode, 409)
})

test('managers, owners and administrators can assign roles up to manager', async () => {
  const id = await createProject([manager, 'manager'], [member, 'member'])
  for (const [by, role] of [
    [owner, 'viewer'],
    [manager, 'manager'],
    [admin, 'member'],
  ] as const) {
    const response = await setRole(by, id, member, role)
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual([response.json().item.userId, response.json().item.role], [member.id, role])
  }
  const changes = (await activityOf(id)).filter(({ type }) => type === 'member.role_changed')
  assert.deepEqual(
    changes.map(({ before, after }) => [before.userId, before.role, after.role]),
    [
      [member.id, 'manager', 'member'],
      [member.id, 'viewer', 'manager'],
      [member.id, 'member', 'viewer'],
    ],
  )
  assert.equal((await setRole(manager, id, manager, 'member')).statusCode, 200)
  assert.equal((await setRole(manager, id, manager, 'manager')).statusCode, 403)
})

test('assigning the same role is not a change', async () => {
  const id = await createProject([member, 'member'])
  const before = await activityOf(id)
  assert.equal((await setRole(owner, id, member, 'member')).statusCode, 200)
  assert.equal((await setRole(owner, id, owner, 'owner')).statusCode, 200)
  assert.deepEqual(await activityOf(id), before)
})

test('members, viewers and strangers cannot change roles, not even their own', async () => {
  for (const user of [member, viewer, stranger]) {
    for (const role of ['viewer', 'owner']) {
      assert.equal((await setRole(user, team.project.id, user, role)).statusCode, 403)
      assert.equal((await setRole(user, team.project.id, manager, role)).statusCode, 403)
    }
  }
})

test('only the owner can transfer ownership', async () => {
  const { project } = team
  for (const user of [manager, admin]) {
    assert.equal((await setRole(user, project.id, owner, 'manager')).statusCode, 403)
    assert.equal((await setRole(user, project.id, owner, 'owner')).statusCode, 403)
    assert.equal((await setRole(user, project.id, member, 'owner')).statusCode, 403)
    assert.equal((await setRole(user, project.id, manager, 'owner')).statusCode, 403)
    assert.equal((await removeMember(user, project.id, owner)).statusCode, 403)
  }
  assert.equal((await rolesIn(project.id))[owner.id], 'owner')
})

test('the owner cannot leave or be demoted', async () => {
  const id = await createProject([member, 'member'])
  for (const role of ['manager', 'member', 'viewer']) {
    assert.equal((await setRole(owner, id, owner, role)).statusCode, 409)
  }
  assert.equal((await removeMember(owner, id, owner)).statusCode, 409)
  assert.deepEqual(await rolesIn(id), { [owner.id]: 'owner', [member.id]: 'member' })
})

test('transferring ownership makes the former owner a manager', async () => {
  const id = await createProject([viewer, 'viewer'])
  const response = await setRole(owner, id, viewer, 'owner')
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().item.role, 'owner')
  assert.deepEqual(await rolesIn(id), { [owner.id]: 'manager', [viewer.id]: 'owner' })
  const { item } = (await viewer.call('GET', `/project/${id}`)).json()
  assert.deepEqual([item.ownerId, item.myRole], [viewer.id, 'owner'])
  assert.equal((await owner.call('PUT', `/project/${id}`, { name: 'x' })).statusCode, 403)
  assert.equal((await viewer.call('PUT', `/project/${id}`, { name: 'x' })).statusCode, 200)
  const changes = (await activityOf(id)).filter(({ type }) => type === 'member.role_changed')
  assert.deepEqual(
    changes.map(({ before, after }) => [after.userId, before.role, after.role]),
    [
      [viewer.id, 'viewer', 'owner'],
      [owner.id, 'owner', 'manager'],
    ],
  )
  assert.equal((await removeMember(owner, id, owner)).statusCode, 200)
})

test('ownership cannot be transferred to an archived user', async () => {
  const gone = await createUser(services)
  const id = await createProject([gone, 'member'])
  await db
    .updateTable('users')
    .set({ archivedAt: new Date().toISOString() })
    .where('id', '=', gone.id)
    .execute()
  assert.equal((await setRole(owner, id, gone, 'owner')).statusCode, 404)
  assert.equal((await rolesIn(id))[owner.id], 'owner')
})

test('of two concurrent ownership transfers one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await createProject([manager, 'manager'], [member, 'member'])
    const answers = await Promise.all([
      setRole(owner, id, manager, 'owner'),
      setRole(owner, id, member, 'owner'),
    ])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 403])
    const roles = await rolesIn(id)
    const owners = Object.keys(roles).filter(userId => roles[Number(userId)] === 'owner')
    const { ownerId } = (await admin.call('GET', `/project/${id}`)).json().item
    assert.deepEqual(owners, [String(ownerId)])
    assert.equal(roles[owner.id], 'manager')
  }
})

test('removing a member while transferring ownership to them leaves exactly one owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await createProject([manager, 'manager'], [member, 'member'])
    const answers = await Promise.all([
      setRole(owner, id, member, 'owner'),
      removeMember(manager, id, member),
    ])
    const codes = answers.map(({ statusCode }) => statusCode)
    assert.ok(['200,403', '404,200'].includes(codes.join()), codes.join())
    const owners = Object.values(await rolesIn(id)).filter(role => role === 'owner')
    assert.equal(owners.length, 1)
  }
})

test('everyone but the owner can leave the project', async () => {
  const id = await createProject([manager, 'manager'], [member, 'member'], [viewer, 'viewer'])
  for (const user of [manager, member, viewer]) {
    const response = await removeMember(user, id, user)
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(typeof response.json().message, 'string')
    assert.equal((await user.call('GET', `/project/${id}`)).statusCode, 403)
  }
  assert.deepEqual(await rolesIn(id), { [owner.id]: 'owner' })
  assert.equal((await removeMember(admin, id, admin)).statusCode, 404)
  assert.equal((await removeMember(stranger, id, stranger)).statusCode, 403)
})

test('managers, owners and administrators can remove members, others cannot', async () => {
  for (const user of [member, viewer, stranger]) {
    assert.equal((await removeMember(user, team.project.id, manager)).statusCode, 403)
    assert.equal((await removeMember(user, team.project.id, owner)).statusCode, 403)
  }
  for (const user of [owner, manager, admin]) {
    const id = await createProject([manager, 'manager'], [member, 'member'])
    assert.equal((await removeMember(user, id, member)).statusCode, 200)
    assert.equal((await removeMember(user, id, member)).statusCode, 404)
    const [removed] = await activityOf(id)
    assert.deepEqual(
      [removed?.type, removed?.actorId, removed?.before],
      ['member.removed', user.id, { userId: member.id, role: 'member' }],
    )
  }
})

test('users who are not members cannot be given a role', async () => {
  const { project } = team
  assert.equal((await setRole(owner, project.id, stranger, 'member')).statusCode, 404)
  assert.equal((await removeMember(owner, project.id, stranger)).statusCode, 404)
  assert.equal((await setRole(owner, 999_999, member, 'member')).statusCode, 404)
  assert.equal((await removeMember(owner, 999_999, member)).statusCode, 404)
  const foreign = (await stranger.call('POST', '/project', { name: 'Foreign' })).json().item
  await insertMember(db, foreign.id, member.id, 'member')
  assert.equal((await setRole(owner, foreign.id, member, 'viewer')).statusCode, 403)
  assert.equal((await removeMember(owner, foreign.id, member)).statusCode, 403)
})

test('a missing role, an unknown role and an unknown field are refused', async () => {
  const url = `/project/${team.project.id}/member/${member.id}/role`
  for (const [payload, field] of [
    [{}, 'role'],
    [{ role: 'unknown' }, 'role'],
    [{ role: 'viewer', userId: 1 }, 'userId'],
  ] as const) {
    const response = await owner.call('PUT', url, payload)
    assert.equal(response.statusCode, 422)
    assert.ok(response.json().error.details.errors[field])
  }
})

/** Inserts into the table directly: these tests are not about creating tasks. */
async function createTask(fields: {
  number: number
  assigneeId: number
  completedAt?: string
  projectId?: number
}) {
  const { id } = await db
    .insertInto('tasks')
    .values({
      projectId: team.project.id,
      boardId: team.boardId,
      columnId: team.toDo,
      title: 'Sample',
      priorityId: 1,
      creatorId: owner.id,
      position: fields.number,
      fieldVersions: JSON.stringify({ title: 1 }),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function getTaskRow(id: number) {
  return db.selectFrom('tasks').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

test('removing a member unassigns their open tasks and leaves other tasks unchanged', async () => {
  const leaving = await createUser(services)
  await insertMember(db, team.project.id, leaving.id, 'member')
  const elsewhere = await createProject([leaving, 'member'])
  const open = await createTask({ number: 901, assigneeId: leaving.id })
  const completed = await createTask({
    number: 902,
    assigneeId: leaving.id,
    completedAt: new Date().toISOString(),
  })
  const ofAnother = await createTask({ number: 903, assigneeId: member.id })
  const inAnother = await createTask({ number: 904, assigneeId: leaving.id, projectId: elsewhere })
  assert.equal((await removeMember(manager, team.project.id, leaving)).statusCode, 200)

  const freed = await getTaskRow(open)
  assert.deepEqual([freed.assigneeId, freed.version], [null, 2])
  assert.deepEqual(freed.fieldVersions, { title: 1, assigneeId: 2, assigneeIds: 2 })
  for (const [id, assigneeId] of [
    [completed, leaving.id],
    [ofAnother, member.id],
    [inAnother, leaving.id],
  ] as const) {
    const kept = await getTaskRow(id)
    assert.deepEqual([kept.assigneeId, kept.version], [assigneeId, 1])
  }
  const [assigned, removed] = await activityOf(team.project.id)
  assert.equal(removed?.type, 'member.removed')
  assert.deepEqual(
    [
      assigned?.type,
      assigned?.taskId,
      assigned?.boardId,
      assigned?.actorId,
      assigned?.before,
      assigned?.after,
    ],
    [
      'task.assigned',
      open,
      team.boardId,
      manager.id,
      { assigneeId: leaving.id, assigneeIds: [leaving.id] },
      { assigneeId: null, assigneeIds: [] },
    ],
  )
})

test('the open tasks of a member who becomes a viewer are unassigned', async () => {
  const demoted = await createUser(services)
  await insertMember(db, team.project.id, demoted.id, 'member')
  const open = await createTask({ number: 905, assigneeId: demoted.id })
  const completed = await createTask({
    number: 906,
    assigneeId: demoted.id,
    completedAt: new Date().toISOString(),
  })
  const url = `/project/${team.project.id}/member/${demoted.id}/role`
  assert.equal((await manager.call('PUT', url, { role: 'viewer' })).statusCode, 200)
  assert.equal((await getTaskRow(open)).assigneeId, null)
  assert.equal((await getTaskRow(completed)).assigneeId, demoted.id)
})

longTest('a task assigned while its assignee becomes a viewer is unassigned', async () => {
  const demoted = await createUser(services)
  await insertMember(db, team.project.id, demoted.id, 'member')
  const tasks = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => createTask({ number: 920 + index, assigneeId: owner.id })),
  )
  const url = `/project/${team.project.id}/member/${demoted.id}/role`
  for (let round = 0; round < 5; round += 1) {
    await manager.call('PUT', url, { role: 'member' })
    const assign = (id: number) => owner.call('POST', `/task/${id}/assign`, { assigneeId: demoted.id })
    const [changed, ...assigned] = await Promise.all([
      manager.call('PUT', url, { role: 'viewer' }),
      ...tasks.map(assign),
    ])
    assert.equal(changed.statusCode, 200, changed.body)
    for (const answer of assigned) assert.ok([200, 422].includes(answer.statusCode), answer.body)
    const rows = await Promise.all(tasks.map(getTaskRow))
    assert.ok(rows.every(({ assigneeId }) => assigneeId !== demoted.id))
  }
})

longTest('a task assigned while its assignee is removed is unassigned', async () => {
  const leaving = await createUser(services)
  const tasks = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => createTask({ number: 910 + index, assigneeId: owner.id })),
  )
  for (let round = 0; round < 5; round += 1) {
    await insertMember(db, team.project.id, leaving.id, 'member')
    const assign = (id: number) => owner.call('POST', `/task/${id}/assign`, { assigneeId: leaving.id })
    const [removed, ...assigned] = await Promise.all([
      removeMember(manager, team.project.id, leaving),
      ...tasks.map(assign),
    ])
    assert.equal(removed.statusCode, 200, removed.body)
    for (const answer of assigned) assert.ok([200, 422].includes(answer.statusCode), answer.body)
    const rows = await Promise.all(tasks.map(getTaskRow))
    assert.ok(rows.every(({ assigneeId }) => assigneeId !== leaving.id))
  }
})

test('users who can read every project can ask what a user may do there, by the key of a task or the name of a project', async () => {
  const name = 'Writers’ room'
  const project = { name, key: 'WRQ', withBoard: true }
  const { id: projectId, key } = (await owner.call('POST', '/project', project)).json().item
  await insertMember(db, projectId, viewer.id, 'viewer')
  await insertMember(db, projectId, manager.id, 'manager')
  const [board] = (await owner.call('GET', `/project/${projectId}/board`)).json().items
  const [column] = (await owner.call('GET', `/board/${board.id}/column`)).json().items
  const task = (await owner.call('POST', '/task', { title: 'Fix the door', columnId: column.id })).json().item
  const explain = async (user: User, right: string, about = `${key}-${task.number}`, by = admin) => {
    const query = new URLSearchParams({ userId: String(user.id), right, about })
    const reply = await by.call('GET', `/rbac/explain?${query}`)
    assert.equal(reply.statusCode, 200, reply.body)
    return reply.json().items
  }
  const findingOf = async (...question: Parameters<typeof explain>) => {
    const [{ isAllowed, finding }, ...others] = await explain(...question)
    assert.deepEqual(others, [])
    return [isAllowed, finding]
  }

  const [answer] = await explain(viewer, 'task.write', `wrq-${task.number}`)
  assert.deepEqual(answer, {
    project: { id: projectId, name, key },
    task: { id: task.id, number: task.number, title: 'Fix the door' },
    isAllowed: false,
    finding: 'role-too-low',
    requiredRole: 'member',
    role: 'viewer',
    groups: [],
    permissions: [],
  })
  assert.deepEqual(await findingOf(viewer, 'project.read'), [true, 'role-suffices'])
  assert.deepEqual(await findingOf(manager, 'task.write'), [true, 'role-suffices'])
  assert.deepEqual(await findingOf(stranger, 'task.write'), [false, 'not-a-member'])
  assert.deepEqual(await findingOf(admin, 'member.write'), [true, 'permission-suffices'])
  assert.deepEqual(await findingOf(manager, 'board.write', name.toUpperCase()), [true, 'role-suffices'])
  assert.deepEqual(await findingOf(manager, 'project.write', 'wrq'), [false, 'role-too-low'])
  assert.deepEqual(await explain(manager, 'task.write', `${key}-99999`), [])

  await owner.call('DELETE', `/task/${task.id}`)
  assert.deepEqual(await findingOf(manager, 'task.write'), [false, 'task-is-deleted'])
  await owner.call('DELETE', `/project/${projectId}`)
  assert.deepEqual(await findingOf(manager, 'board.write', name), [false, 'project-is-archived'])
  assert.deepEqual(await findingOf(manager, 'project.read', name), [true, 'role-suffices'])

  const query = `userId=${viewer.id}&right=task.write&about=${key}-1`
  assert.equal((await owner.call('GET', `/rbac/explain?${query}`)).statusCode, 403)
  assert.equal(
    (await admin.call('GET', '/rbac/explain?userId=999999&right=task.write&about=A')).statusCode,
    404,
  )
})
