import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { signToken } from '@atrium/identity/tokens/access-token'
import { startWorker as startIdentityWorker } from '@atrium/identity/worker'
import { waitUntil } from '@atrium/testing/wait-until'
import { startBothServices } from '../both-services.ts'
import { atIdentity, createPerson, type Person } from '../people.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await startBothServices()
const { app, deps, identityDeps, environment } = services
await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
const admin = await createUser(services, 'owner')
const identity = await atIdentity(services, admin)

async function offboard(person: Person, successor?: Person) {
  const body = successor ? { successorId: successor.passportId } : {}
  const answer = await identity('POST', `/users/${person.passportId}/offboard`, body)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().item
}

async function offboardingOf({ passportId }: Person) {
  const answer = await identity('GET', `/users/${passportId}/offboarding`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().item
}

/** Runs the worker of the identity service until it has handed over the work of this user. */
async function untilHandedOver(person: Person) {
  const worker = await startIdentityWorker(identityDeps)
  try {
    await waitUntil(async () => (await offboardingOf(person)).handedOverAt !== null)
  } finally {
    await worker.stop()
  }
}

async function createTask(by: User, columnId: number, assigneeId: number) {
  const created = await by.call('POST', '/task', { title: 'Count the chairs', columnId, assigneeId })
  assert.equal(created.statusCode, 200, created.body)
  return created.json().item.id as number
}

async function assigneeOf(taskId: number) {
  const task = await deps.db
    .selectFrom('tasks')
    .where('id', '=', taskId)
    .select('assigneeId')
    .executeTakeFirst()
  return task?.assigneeId
}

async function roleIn(projectId: number, { id: userId }: { id: number }) {
  const member = await deps.db
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .select('role')
    .executeTakeFirst()
  return member?.role
}

test('tasks and projects go to the successor, once, after they were listed', async () => {
  const [own, other] = [await createTeam(services), await createTeam(services)]
  const leaver = own.owner
  const successor = await createUser(services)
  await other.owner.call('POST', `/project/${other.project.id}/member`, { userId: leaver.id, role: 'member' })
  const mine = await createTask(leaver, own.toDo, leaver.id)
  const theirs = await createTask(other.owner, other.toDo, leaver.id)
  const untouched = await createTask(other.owner, other.toDo, other.member.id)

  const added = await leaver.call('POST', `/project/${own.project.id}/webhook`, {
    url: 'https://1.1.1.1/hook',
    types: ['task.*'],
  })
  assert.equal(added.statusCode, 200, added.body)
  assert.equal((await leaver.call('POST', '/calendar-feed', { kind: 'mine' })).statusCode, 200)

  const before = await offboardingOf(leaver)
  const { openTasks, ownedProjects, webhooks, calendarFeeds } = before.leftWork
  assert.deepEqual([webhooks, calendarFeeds], [1, 1])
  assert.deepEqual([openTasks, ownedProjects], [2, [{ id: own.project.id, name: 'Website' }]])
  assert.deepEqual([before.requestedAt, before.successorId, before.handedOverAt], [null, null, null])
  assert.equal((await leaver.call('GET', `/board/${own.boardId}/full`)).statusCode, 200)

  const done = await offboard(leaver, successor)
  assert.deepEqual([done.successorId, done.ending.sessions > 0], [successor.passportId, true])
  assert.equal((await leaver.call('GET', `/board/${own.boardId}/full`)).statusCode, 401)
  await untilHandedOver(leaver)
  assert.deepEqual([await assigneeOf(mine), await assigneeOf(theirs)], [successor.id, successor.id])
  assert.equal(await assigneeOf(untouched), other.member.id)
  assert.deepEqual(
    [await roleIn(own.project.id, successor), await roleIn(own.project.id, leaver)],
    ['owner', 'manager'],
  )
  assert.equal(await roleIn(other.project.id, successor), 'member')
  assert.equal((await successor.call('GET', `/project/${own.project.id}`)).json().item.ownerId, successor.id)

  const [webhook] = (await successor.call('GET', `/project/${own.project.id}/webhook`)).json().items
  assert.equal(webhook.creator.id, successor.id)

  const { handedOverAt } = await offboardingOf(leaver)
  const again = await offboard(leaver, successor)
  assert.deepEqual([again.handedOverAt, again.leftWork.openTasks], [handedOverAt, 2])
})

test('someone who is archived without a successor can get one later', async () => {
  const team = await createTeam(services)
  const taskId = await createTask(team.owner, team.toDo, team.member.id)
  const alone = await offboard(team.member)
  assert.deepEqual([alone.successorId, alone.handedOverAt], [null, null])
  assert.equal(await assigneeOf(taskId), team.member.id)
  await offboard(team.member, team.viewer)
  await untilHandedOver(team.member)
  assert.equal(await assigneeOf(taskId), team.viewer.id)
  assert.equal(await roleIn(team.project.id, team.viewer), 'member')
})

test('the work of someone whom a directory removes goes to the configured user, unless they are back before', async () => {
  const { own, directory, successor } = await removalByDirectory()
  const { member, manager } = own
  const taskId = await createTask(own.owner, own.toDo, member.id)
  const kept = await createTask(own.owner, own.toDo, manager.id)
  for (const { passportId } of [member, manager]) {
    assert.equal((await directory('DELETE', `/Users/${passportId}`)).statusCode, 204)
  }
  assert.equal((await member.call('GET', `/board/${own.boardId}/full`)).statusCode, 401)
  const { requestedAt, successorId } = await offboardingOf(member)
  assert.deepEqual([requestedAt === null, successorId], [false, successor.passportId])
  assert.equal((await identity('POST', `/users/${manager.passportId}/restore`)).statusCode, 200)
  assert.equal((await offboardingOf(manager)).requestedAt, null)

  await untilHandedOver(member)
  assert.deepEqual([await assigneeOf(taskId), await assigneeOf(kept)], [successor.id, manager.id])
  const again = await directory('PATCH', `/Users/${manager.passportId}`, {
    Operations: [{ op: 'replace', value: { active: false } }],
  })
  assert.equal(again.statusCode, 200, again.body)
  await untilHandedOver(manager)
  assert.equal(await assigneeOf(kept), successor.id)
})

test('a configured user who is gone takes nothing over, and the removal counts anyway', async () => {
  const { own, directory, successor } = await removalByDirectory()
  for (const { passportId } of [successor, own.member]) {
    assert.equal((await directory('DELETE', `/Users/${passportId}`)).statusCode, 204)
    assert.equal((await identity('GET', `/users/${passportId}`)).json().item.status, 'archived')
    assert.equal((await offboardingOf({ ...own.member, passportId })).requestedAt, null)
  }
})

async function removalByDirectory() {
  const own = await createTeam(services)
  const successor = await createUser(services)
  identityDeps.settings.OFFBOARDING_HAND_OVER_TO = successor.email
  const { clientId, clientSecret } = await createClient(identityDeps, {
    name: 'Directory',
    grantTypes: 'client_credentials',
    scope: 'scim',
    redirectUris: [],
    resources: [],
    isPublic: false,
  })
  const headers = { authorization: `Bearer ${clientId}.${clientSecret}` }
  const directory = (method: 'DELETE' | 'PATCH', path: string, payload?: object) =>
    services.identity.inject({ method, url: `/scim/v2${path}`, payload, headers })
  return { own, successor, directory }
}

test('work waits for a successor who has not been in the task service yet', async () => {
  const team = await createTeam(services)
  const taskId = await createTask(team.owner, team.toDo, team.member.id)
  const newcomer = await createPerson(services)
  const token = await statement(team.member, newcomer)
  const refused = await app.inject({ method: 'POST', url: '/users/hand-over', payload: { token } })
  assert.deepEqual([refused.statusCode, refused.json().error.details.reason], [409, 'successor_unknown'])
  assert.equal(await assigneeOf(taskId), team.member.id)
})

test('only the identity service asks, and only for people who can take over', async () => {
  const person = await createPerson(services)
  const archived = await createPerson(services)
  await offboard(archived)
  for (const successorId of [person.passportId, archived.passportId, 999_999]) {
    const refused = await identity('POST', `/users/${person.passportId}/offboard`, { successorId })
    assert.deepEqual(
      [refused.statusCode, refused.json().error.details.codes],
      [422, { successorId: ['does_not_exist'] }],
    )
  }
  assert.equal((await identity('GET', '/users/999999/offboarding')).statusCode, 404)
  assert.equal((await identity('POST', '/users/999999/offboard', {})).statusCode, 404)
  const lastOwner = await identity('POST', `/users/${admin.passportId}/offboard`, {})
  assert.equal(lastOwner.json().error.details.reason, 'last_owner')
  const forged = await app.inject({ method: 'POST', url: '/users/hand-over', payload: { token: 'forged' } })
  assert.deepEqual(
    [forged.statusCode, forged.json().error.details.reason],
    [401, 'invalid_offboarding_token'],
  )
})

/** What the identity service signs. */
async function statement(leaver: Person, successor: Person) {
  const now = identityDeps.now()
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: identityDeps.settings.IDENTITY_URL,
    aud: environment.TASKS_CLIENT_ID,
    sub: String(leaver.passportId),
    successor: String(successor.passportId),
    iat: seconds,
    exp: seconds + 60,
  }
  return signToken(identityDeps.keyRing, claims, now, 'offboarding+jwt')
}
