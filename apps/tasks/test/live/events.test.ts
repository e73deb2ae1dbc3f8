import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { ActivityEvent } from '#events.ts'
import { insertActivities } from '#projects/activity.queries.ts'
import { startBothServices } from '../both-services.ts'
import { type Frame, readStream } from '../event-stream.ts'
import { as } from '../people.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const second = await services.startInstance()
const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
const secondAddress = await second.app.listen({ host: '127.0.0.1', port: 0 })
const { owner, manager, member, viewer, stranger, project, boardId, toDo, done } = await createTeam(services)
const { db } = services.deps

async function streamToken(user: User) {
  return (await user.call('GET', '/events/token')).json().token as string
}

async function openStream(user: User, query = '', base = address, headers = {}) {
  return readStream(`${base}/events?token=${await streamToken(user)}${query}`, headers)
}

test('a stream token works once, within a minute', async () => {
  const issued = (await member.call('GET', '/events/token')).json()
  assert.deepEqual([typeof issued.token, issued.expires_in], ['string', 60])
  const stored = await db.selectFrom('streamTokens').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes(issued.token), 'only the digest is stored')
  const stream = await readStream(`${address}/events?token=${issued.token}`)
  stream.close()
  for (const token of [issued.token, member.token, 'unknown', '']) {
    const refused = await fetch(`${address}/events?token=${token}`)
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('content-type') ?? '', /json/)
    assert.equal(((await refused.json()) as { error: { code: number } }).error.code, 401)
  }
  const late = await streamToken(member)
  const { now } = services.deps
  services.deps.now = () => new Date(Date.now() + 61_000)
  assert.equal((await fetch(`${address}/events?token=${late}`)).status, 401)
  services.deps.now = now
})

test('the stream has headers that prevent proxies from buffering it', async () => {
  const keepAlive = { connection: 'keep-alive' }
  const opened = await openStream(member, `&topics=board:${boardId}`, address, keepAlive)
  const { response, frames, waitForMessages } = opened
  assert.match(String(response.headers['content-type']), /^text\/event-stream/)
  assert.equal(response.headers['cache-control'], 'no-store, no-transform')
  assert.equal(response.headers['x-accel-buffering'], 'no')
  assert.equal(response.headers.connection, 'keep-alive')
  assert.equal(response.headers['content-encoding'], undefined)
  await member.call('POST', '/task', { title: 'Seen', columnId: toDo })
  await waitForMessages(1)
  assert.equal(frames[0]?.comment, 'ok')
})

longTest('what an instance was killed before it announced arrives within seconds, once', async () => {
  const stream = await openStream(viewer, `&topics=board:${boardId}`)
  // Written as the killed instance had committed them.
  const change = (type: string) => sql`insert into activity (project_id, board_id, type, actor_id, after)
    values (${project.id}, ${boardId}, ${type}, ${member.id}, '{"title": "To do"}')`
  await change('column.updated').execute(db)
  await sql`insert into notifications (user_id, project_id, type, subject, body, context)
    values (${viewer.id}, ${project.id}, 'task.assigned', 'Killed', '', '{"type": "task.assigned"}')`.execute(
    db,
  )
  const heard = () => stream.messages().map(({ data }) => data.data.type ?? data.data.subject)
  await stream.waitForMessages(2)
  await change('column.created').execute(db)
  await stream.waitForMessages(3)
  assert.deepEqual(heard().sort(), ['Killed', 'column.created', 'column.updated'])
  stream.close()
})

test('a live board receives every change, including those from another instance', async () => {
  const stream = await openStream(viewer, `&topics=board:${boardId}`, secondAddress)
  const task = (await member.call('POST', '/task', { title: 'Live', columnId: toDo })).json().item
  const onSecond = as(second, member.token)
  await onSecond('POST', `/task/${task.id}/move-to-column`, { columnId: done })
  const ofTask = () => stream.messages().flatMap(({ data }) => (data.data.taskId === task.id ? [data] : []))
  await stream.waitUntil(() => ofTask().length >= 2, 'both changes')
  const [created, moved] = ofTask()
  assert.deepEqual(
    [created.event, created.data.type, created.data.taskId, created.data.patch.title, created.data.actorId],
    ['change', 'task.created', task.id, 'Live', member.id],
  )
  assert.deepEqual([moved.data.type, moved.data.patch.columnId, moved.data.version], ['task.moved', done, 2])
})

test('stream subscribers do not see who was invited to the project', async () => {
  const stream = await openStream(viewer, `&topics=project:${project.id}`)
  const invitation = { email: 'guest@example.org', role: 'viewer' }
  await manager.call('POST', `/project/${project.id}/invite`, invitation)
  const isInvitation = ({ data }: Frame) => data.data.type === 'invitation.created'
  await stream.waitUntil(() => stream.messages().some(isInvitation), 'the invitation')
  const patch = stream.messages().find(isInvitation)?.data.data.patch
  assert.deepEqual(Object.keys(patch).sort(), ['invitationId', 'role'])
})

test('a stream without topics receives no changes, and topics of other projects are refused', async () => {
  const quiet = await openStream(member)
  await member.call('POST', '/task', { title: 'Not received', columnId: toDo })
  const refused = await fetch(
    `${address}/events?token=${await streamToken(stranger)}&topics=board:${boardId}`,
  )
  assert.equal(refused.status, 403)
  const unknown = await fetch(`${address}/events?token=${await streamToken(member)}&topics=board:999999`)
  assert.equal(unknown.status, 403)
  const wrong = await fetch(`${address}/events?token=${await streamToken(member)}&topics=task:1`)
  assert.equal(wrong.status, 422)
  assert.deepEqual(quiet.messages(), [])
})

test('a client without topics receives only messages, and still gets an event id', async () => {
  const plain = await openStream(member)
  const live = await openStream(member, '&topics=navigation')
  const empty = await openStream(member, '&topics=')
  await live.waitUntil(() => live.frames.some(({ event }) => event === 'place'), 'the event id')
  for (const { frames, waitUntil } of [plain, empty]) {
    await waitUntil(() => frames.some(({ id }) => id !== undefined), 'an id')
    assert.deepEqual(
      frames.map(({ event, data }) => [event, data]),
      frames.map(() => [undefined, undefined]),
    )
  }
})

test('a reconnected stream starts with the missed changes', async () => {
  const topics = `&topics=project:${project.id}`
  const before = await openStream(member, topics)
  await member.call('POST', '/task', { title: 'First', columnId: toDo })
  const hasTitle = (title: string) => (frame: Frame) => frame.data.data.patch?.title === title
  await before.waitUntil(() => before.messages().some(hasTitle('First')), 'the first task')
  const lastEventId = before.messages().find(hasTitle('First'))?.id as string
  before.close()
  await member.call('POST', '/task', { title: 'Missed', columnId: toDo })
  for (const resumed of [
    await openStream(member, `${topics}&lastEventId=${lastEventId}`),
    await openStream(member, topics, secondAddress, { 'last-event-id': lastEventId }),
  ]) {
    await resumed.waitUntil(() => resumed.messages().some(hasTitle('Missed')), 'the missed task')
  }
})

test('a reconnected stream gets a change whose transaction took very long', async () => {
  const topics = `&topics=project:${project.id}`
  const lastEventId = await currentEventId(topics)
  const last = Number(lastEventId.split('-').at(-1))
  // The last known change began long after the one that is missed, as that waited for locks.
  await sql`update activity set created_at = now() + interval '10 minutes' where id = ${last}`.execute(db)
  await member.call('POST', '/task', { title: 'Took long', columnId: toDo })
  const resumed = await openStream(member, `${topics}&lastEventId=${lastEventId}`)
  const isMissed = ({ data }: Frame) => data.data.patch?.title === 'Took long'
  await resumed.waitUntil(() => resumed.messages().some(isMissed), 'the missed task')
  await sql`update activity set created_at = now() where id = ${last}`.execute(db)
})

test('a reconnected stream gets a change with a lower id that was committed later, however long it took', async () => {
  const topics = `&topics=project:${project.id}`
  const late = await db.startTransaction().execute()
  const renamed = { type: 'project.updated', projectId: project.id, actorId: null, before: {} }
  const [id] = await insertActivities(late, [{ ...renamed, after: { name: 'Late' } } as ActivityEvent])
  await sql`update activity set created_at = now() - interval '1 hour' where id = ${id}`.execute(late)
  await member.call('POST', '/task', { title: 'Before the late one', columnId: toDo })
  const lastEventId = await currentEventId(topics)
  assert.ok(Number(lastEventId.split('-').at(-1)) > Number(id))
  await late.commit().execute()
  const resumed = await openStream(member, `${topics}&lastEventId=${lastEventId}`)
  const isLate = ({ data }: Frame) => data.data.patch?.name === 'Late'
  await resumed.waitUntil(() => resumed.messages().some(isLate), 'the late change')
})

test('a change has the time of its entry, not of the start of its transaction', async () => {
  await db.transaction().execute(async tx => {
    await sql`select pg_sleep(0.05)`.execute(tx)
    const event = { type: 'project.updated', projectId: project.id, actorId: null, before: {}, after: {} }
    const [id] = await insertActivities(tx, [event as ActivityEvent])
    const { rows } = await sql<{ isLater: boolean }>`select created_at > now() as is_later
      from activity where id = ${id}`.execute(tx)
    assert.deepEqual(rows, [{ isLater: true }])
  })
})

async function currentEventId(topics: string) {
  const stream = await openStream(member, topics)
  await stream.waitUntil(() => stream.frames.some(({ event }) => event === 'place'), 'the event id')
  stream.close()
  return stream.frames.find(({ event }) => event === 'place')?.id as string
}

test('after a reconnect, tasks that left the board are reported', async () => {
  const topics = `&topics=board:${boardId}`
  const other = (await manager.call('POST', `/project/${project.id}/board`, { name: 'Other' })).json().item
  const task = (await member.call('POST', '/task', { title: 'Leaves', columnId: toDo })).json().item
  const lastEventId = await currentEventId(topics)
  await member.call('POST', `/task/${task.id}/move-to-column`, { columnId: other.columns[0].id })
  const resumed = await openStream(member, `${topics}&lastEventId=${lastEventId}`)
  const isMove = ({ data: { data } }: Frame) => data.type === 'task.moved' && data.taskId === task.id
  await resumed.waitUntil(() => resumed.messages().some(isMove), 'the move')
})

longTest('all missed changes are replayed, however many there are', async () => {
  const topics = `&topics=board:${boardId}`
  const lastEventId = await currentEventId(topics)
  // Too old for streams to look for them as changes that nobody announced.
  await sql`insert into activity (project_id, board_id, type, after, created_at)
    select ${project.id}, ${boardId}, 'board.updated', jsonb_build_object('position', n, 'description', repeat('x', 1000)),
      now() - interval '25 s'
    from generate_series(1, 2000) as n`.execute(db)
  const resumed = await openStream(member, `${topics}&lastEventId=${lastEventId}`)
  const missed = () =>
    resumed
      .messages()
      .flatMap(({ data: { data } }) => (data.type === 'board.updated' ? [data.patch.position] : []))
  await resumed.waitUntil(() => missed().length >= 2000, 'all of them')
  assert.equal(new Set(missed()).size, 2000)
  assert.ok(!resumed.response.closed)
})

longTest('a client that was away for too long is asked to reload, once', async () => {
  const topics = `&topics=project:${project.id}`
  const lost = await openStream(member, `${topics}&lastEventId=-999999999`)
  await lost.waitForMessages(1)
  const [resync] = lost.messages()
  assert.equal(resync?.data.event, 'resync')
  lost.close()
  const resumed = await openStream(member, `${topics}&lastEventId=${resync?.id}`)
  await member.call('POST', '/task', { title: 'Next', columnId: toDo })
  const isNext = ({ data }: Frame) => data.data?.patch?.title === 'Next'
  await resumed.waitUntil(() => resumed.messages().some(isNext), 'the next change')
  assert.ok(resumed.messages().every(({ data }) => data.event === 'change'))
})

test('an event id older than a day by the clock of the service is too old', async () => {
  const topics = `&topics=project:${project.id}`
  const { id: lastEventId } = await db
    .selectFrom('activity')
    .where('projectId', '=', project.id)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const { now } = services.deps
  services.deps.now = () => new Date(Date.now() + 30_000)
  const recent = await openStream(member, `${topics}&lastEventId=-${lastEventId}`)
  await member.call('POST', '/task', { title: 'Recent', columnId: toDo })
  await recent.waitForMessages(1)
  assert.ok(recent.messages().every(({ data }) => data.event === 'change'))
  const token = await streamToken(member)
  await sql`update stream_tokens set expires_at = now() + interval '2 days'`.execute(db)
  services.deps.now = () => new Date(Date.now() + 25 * 3_600_000)
  const old = await readStream(`${address}/events?token=${token}${topics}&lastEventId=-${lastEventId}`)
  await old.waitForMessages(1)
  services.deps.now = now
  assert.equal(old.messages()[0]?.data.event, 'resync')
})

test('a board without changes for days needs no reload', async () => {
  const quiet = (await manager.call('POST', `/project/${project.id}/board`, { name: 'Quiet' })).json().item
  await sql`update activity set created_at = created_at - interval '3 days'`.execute(db)
  const { changeId } = (await member.call('GET', `/board/${quiet.id}/full`)).json().item
  const stream = await openStream(member, `&topics=board:${quiet.id}&lastEventId=-${changeId}`)
  await member.call('POST', '/task', { title: 'First in days', columnId: quiet.columns[0].id })
  await stream.waitForMessages(1)
  assert.ok(stream.messages().every(({ data }) => data.event === 'change'))
})

test('a removed member loses the topics of the project at once', async () => {
  const removedUser = await createUser(services)
  await manager.call('POST', `/project/${project.id}/member`, { userId: removedUser.id, role: 'member' })
  const stream = await openStream(removedUser, `&topics=board:${boardId}`, secondAddress)
  await manager.call('DELETE', `/project/${project.id}/member/${removedUser.id}`)
  await stream.waitForEnd()
  const last = stream.frames.at(-1)
  assert.equal(last?.event, 'error')
  assert.deepEqual(last?.data.error.details, { reason: 'forbidden_topic', retry: false })
  assert.equal(last?.data.error.code, 403)
})

test('a member who is removed while a stream opens does not get it', async () => {
  const removedUser = await createUser(services)
  await manager.call('POST', `/project/${project.id}/member`, { userId: removedUser.id, role: 'member' })
  const token = await streamToken(removedUser)
  const { opening } = await db.transaction().execute(async tx => {
    await sql`lock table notifications in access exclusive mode`.execute(tx)
    const opening = readStream(`${address}/events?token=${token}&topics=board:${boardId}`)
    await waitUntil(async () => {
      const { rows } = await sql`select from pg_locks
        where relation = 'notifications'::regclass and not granted and database = (
          select oid from pg_database where datname = current_database())`.execute(db)
      return rows.length > 0
    })
    await db.deleteFrom('projectMembers').where('userId', '=', removedUser.id).execute()
    return { opening }
  })
  const stream = await opening
  await stream.waitForEnd()
  assert.equal(stream.frames.at(-1)?.data.error.details.reason, 'forbidden_topic')
})

test('a user who loses the right to read every project loses the topics of other projects', async () => {
  const [admin, helper] = [await createUser(services, 'owner'), await createUser(services)]
  const [role] = (await admin.call('GET', '/roles?name=admin')).json().items
  const assigned = await admin.call('POST', '/user-roles', { userId: helper.id, roleId: role.id })
  const topics = `&topics=board:${boardId}`
  const [lost, kept] = [await openStream(helper, topics, secondAddress), await openStream(member, topics)]
  await admin.call('DELETE', `/user-roles/${assigned.json().item.id}`)
  await lost.waitForEnd()
  assert.equal(lost.frames.at(-1)?.data.error.details.reason, 'forbidden_topic')
  assert.ok(!kept.response.closed)
})

test('signing out ends the streams of that session and no others', async () => {
  const removedUser = await createUser(services)
  const [own, other] = [await openStream(removedUser, '', secondAddress), await openStream(owner)]
  await removedUser.call('GET', '/auth/logout')
  await own.waitForEnd()
  assert.deepEqual(own.frames.at(-1)?.data.error.details, { reason: 'session_revoked', retry: false })
  assert.ok(!other.response.closed)
})

test('the eleventh stream of a user closes the oldest', async () => {
  const user = await createUser(services)
  const streams = []
  for (let n = 0; n < 11; n += 1) streams.push(await openStream(user))
  await streams[0]?.waitForEnd()
  assert.equal(streams[0]?.frames.at(-1)?.data.error.details.reason, 'too_many_streams')
  assert.ok(!streams[1]?.response.closed)
})

test('a stopping server notifies its streams', async () => {
  const third = await services.startInstance()
  const base = await third.app.listen({ host: '127.0.0.1', port: 0 })
  const stream = await openStream(owner, '', base)
  await third.app.close()
  await stream.waitForEnd()
  assert.equal(stream.frames.at(-1)?.data.error.code, 503)
  assert.equal(stream.frames.at(-1)?.data.error.details.reason, 'server_shutdown')
})

test('users viewing a board see each other across instances', async () => {
  const topics = `&topics=board:${boardId}`
  const own = await openStream(member, topics)
  const other = await openStream(viewer, topics, secondAddress)
  const both = [member.id, viewer.id].toSorted().join()
  await own.waitUntil(() => own.viewers().toSorted().join() === both, 'both viewers')
  other.close()
  await own.waitUntil(() => !own.viewers().includes(viewer.id), 'the other viewer to leave')
})

test('a client that disconnects while its stream opens leaves no stream and no presence', async () => {
  const watching = await openStream(owner, `&topics=board:${boardId}`)
  const staying = await openStream(member, `&topics=board:${boardId}`)
  const connections = promisify(services.app.server.getConnections.bind(services.app.server))
  const tokens = await Promise.all(Array.from({ length: 12 }, () => streamToken(member)))
  const before = await connections()
  await db.transaction().execute(async tx => {
    await sql`lock table stream_tokens`.execute(tx) // no stream opens before its client has left
    const leaving = tokens.map(token =>
      get(`${address}/events?token=${token}&topics=board:${boardId}`, { agent: false }).on('error', () => {}),
    )
    await waitUntil(async () => (await connections()) === before + leaving.length)
    for (const request of leaving) request.destroy()
    await waitUntil(async () => (await connections()) === before)
  })
  await waitUntil(
    async () => (await db.selectFrom('streamTokens').where('userId', '=', member.id).execute()).length === 0,
  )
  // A user can have ten streams: if those had stayed, this one would close the oldest.
  const next = await openStream(member)
  next.close()
  staying.close()
  await watching.waitUntil(() => String(watching.viewers()) === String([owner.id]), 'no other viewer')
  const ended = staying.frames.find(({ event }) => event === 'error')
  assert.equal(ended, undefined)
  watching.close()
})

test('the viewers of a crashed instance disappear after a while', async () => {
  const topics = `&topics=board:${boardId}`
  const watching = await openStream(owner, topics)
  const users = [{ id: 999_999, name: 'Gone', surname: 'Away', avatarUrl: null }]
  await services.deps.bus.publish({ name: 'viewers', instance: 'crashed', boardId, users })
  await watching.waitUntil(() => watching.viewers().includes(999_999), 'the viewer of the other instance')
  const { now } = services.deps
  services.deps.now = () => new Date(Date.now() + 76_000)
  const next = await openStream(member, topics)
  await watching.waitUntil(() => watching.viewers().includes(member.id), 'the next viewer')
  assert.equal(watching.viewers().includes(999_999), false)
  services.deps.now = now
  for (const stream of [watching, next]) stream.close()
})

test('presence updates work with many viewers and large profiles', async () => {
  const users = [owner, manager, member, viewer]
  const ids = users.map(({ id }) => id)
  await db
    .updateTable('users')
    .set({ avatarUrl: 'x'.repeat(3000) })
    .where('id', 'in', ids)
    .execute()
  const topics = `&topics=board:${boardId}`
  const guest = await createUser(services)
  await manager.call('POST', `/project/${project.id}/member`, { userId: guest.id, role: 'viewer' })
  const other = await openStream(guest, topics, secondAddress)
  const [first, ...rest] = [await openStream(owner, topics), await openStream(manager, topics)]
  await other.waitUntil(() => other.viewers().includes(owner.id), 'the first viewer')
  rest.push(await openStream(member, topics), await openStream(viewer, topics))
  first.close()
  const hasChanged = () => other.viewers().includes(member.id) && !other.viewers().includes(owner.id)
  await other.waitUntil(hasChanged, 'the next viewer instead of the first')
  for (const stream of rest) stream.close()
  await db.updateTable('users').set({ avatarUrl: null }).where('id', 'in', ids).execute()
})
