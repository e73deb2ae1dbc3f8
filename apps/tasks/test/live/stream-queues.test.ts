import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { inTransaction } from '@atrium/database/transaction'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Event } from '#events.ts'
import type { Stream } from '#live/stream.ts'
import { createStreamHub } from '#live/stream-hub.ts'
import { createStreamRights } from '#live/stream-rights.ts'
import { startBothServices } from '../both-services.ts'
import { type Frame, readStream } from '../event-stream.ts'
import { createTeam, type User } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
const { owner, manager, member, viewer, project, boardId } = await createTeam(services)
const { deps } = services
const topics = `&topics=board:${boardId}`

async function streamToken(user: User) {
  return (await user.call('GET', '/events/token')).json().token as string
}

async function openStream(user: User, query = '', base = address) {
  return readStream(`${base}/events?token=${await streamToken(user)}${query}`)
}

/** Commits and publishes changes of the board as another instance would. */
async function publishChanges(after: object[]) {
  const { rows } = await sql<{ id: number }>`insert into activity (project_id, board_id, type, after)
    select ${project.id}, ${boardId}, 'board.updated', value from jsonb_array_elements(${JSON.stringify(after)}::jsonb)
    returning id`.execute(deps.db)
  const changes = rows.map(({ id }) => ({ id, projectId: project.id, boards: [boardId] }))
  deps.publishNotice({ users: [], changes })
  return rows.map(({ id }) => id)
}

const isChange = ({ data }: Frame) => data.event === 'change'
const changeIds = (frames: Frame[]) => frames.filter(isChange).map(({ data }) => data.data.id as number)
const notificationIds = (frames: Frame[]) =>
  frames.flatMap(({ data: { event, data } }) =>
    event === 'notification' ? [data.context.notificationId] : [],
  )

/** More than the buffers of a connection can hold. */
const LARGE_CHANGES = 1000
const LARGE_TEXT = 'x'.repeat(20_000)

test('a stalled stream does not delay others; it is closed and resumes without loss', async () => {
  const slow = await openStream(viewer, topics)
  const quick = await openStream(member, topics)
  await publishChanges([{ position: 1 }])
  await slow.waitUntil(() => changeIds(slow.messages()).length > 0, 'the first change')
  slow.response.pause()

  const large = Array.from({ length: LARGE_CHANGES }, (_, position) => ({
    position,
    description: LARGE_TEXT,
  }))
  const ids = await publishChanges(large)
  await quick.waitUntil(() => changeIds(quick.messages()).length > LARGE_CHANGES, 'all changes')
  assert.deepEqual(changeIds(quick.messages()).slice(1), ids, 'each once, in order')
  assert.ok(!quick.frames.some(({ event }) => event === 'error'))

  await Promise.all(Array.from({ length: 5 }, () => sendNotification(viewer)))
  await waitUntil(() => slow.response.socket.destroyed || slow.response.readableLength > 0)
  slow.response.resume()
  await slow.waitForEnd()
  const before = slow.messages()
  assert.ok(changeIds(before).length < LARGE_CHANGES, 'the server closed it')

  const resumed = await openStream(viewer, `${topics}&lastEventId=${before.at(-1)?.id}`)
  await resumed.waitUntil(() => changeIds(resumed.messages()).includes(Number(ids.at(-1))), 'the last change')
  const received = new Set([...changeIds(before), ...changeIds(resumed.messages())])
  assert.deepEqual(
    ids.filter(id => !received.has(id)),
    [],
    'no change is lost',
  )
  const receivedIds = () => [...notificationIds(before), ...notificationIds(resumed.messages())]
  await resumed.waitUntil(() => receivedIds().length >= 5, 'the notifications')
  for (const frames of [before, resumed.messages()]) {
    assert.equal(new Set(changeIds(frames)).size, changeIds(frames).length, 'no change twice')
  }
  const stored = await deps.db
    .selectFrom('notifications')
    .where('userId', '=', viewer.id)
    .select('id')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    receivedIds(),
    stored.map(({ id }) => id),
    'every notification once, in order',
  )
})

function sendNotification({ id: userId }: User) {
  const role = { userId, role: 'viewer' as const }
  const event: Event = {
    type: 'member.role_changed',
    projectId: project.id,
    actorId: owner.id,
    before: role,
    after: role,
  }
  return inTransaction(deps, (_, emit) => emit(event))
}

test('changes made while a stream opens arrive once, after the replay', async () => {
  const [place] = await publishChanges([{ position: 0 }])
  const missed = await publishChanges([{ position: 1 }, { position: 2 }])
  const opening = openStream(member, `${topics}&lastEventId=-${place}`)
  const during: number[] = []
  for (let position = 3; position < 23; position += 1) during.push(...(await publishChanges([{ position }])))
  const stream = await opening
  const all = [...missed, ...during]
  await stream.waitUntil(() => changeIds(stream.messages()).includes(Number(all.at(-1))), 'the last change')
  const ids = changeIds(stream.messages())
  assert.deepEqual(
    ids.filter(id => all.includes(id)),
    all,
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('fields without a schema are in no frame and no response', async () => {
  const stream = await openStream(manager, topics)
  await publishChanges([{ name: 'Renamed', secret: 'undeclared' }])
  await sql`insert into notifications (user_id, type, project_id, subject, body, context)
    values (${manager.id}, 'project.role_changed', ${project.id}, 'Declared', '',
      '{"type": "project.role_changed", "secret": "undeclared"}')`.execute(deps.db)
  deps.publishNotice({ users: [manager.id], changes: [] })
  await stream.waitUntil(() => notificationIds(stream.messages()).length > 0, 'the notification')
  await stream.waitUntil(() => changeIds(stream.messages()).length > 0, 'the change')
  const change = stream.messages().find(isChange)
  assert.deepEqual(change?.data.data.patch, { name: 'Renamed' })
  const activity = (await manager.call('GET', `/project/${project.id}/activity`)).json()
  const notifications = (await manager.call('GET', '/notification')).json()
  assert.equal(activity.items[0].after.name, 'Renamed')
  assert.equal(notifications.items[0].subject, 'Declared')
  assert.doesNotMatch(JSON.stringify([stream.frames, activity, notifications]), /undeclared/)
})

test('undeclared event fields do not compile', () => {
  const place = { projectId: project.id, actorId: owner.id }
  const events: Event[] = [
    // @ts-expect-error undeclared field
    { ...place, type: 'column.renumbered', after: { columnId: 1, secret: true } },
    // @ts-expect-error this event has no `before`
    { ...place, type: 'column.renumbered', after: { columnId: 1 }, before: { columnId: 1 } },
  ]
  assert.equal(events.length, 2)
})

test('the rights of many simultaneous reconnects are checked in a few statements', async () => {
  const statements: string[] = []
  const { app } = await services.startInstance(deps => {
    const db = connect<DB>(deps.settings.TASKS_DATABASE_URL, {
      onError: error => assert.fail(error),
      onQuery: ({ query }) => statements.push(query.sql),
    })
    return { ...deps, db, streams: createStreamHub({ ...deps, db, updateActor: async () => {} }) }
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const users = [owner, manager, member, viewer]
  const tokens = await Promise.all(users.flatMap(user => Array.from({ length: 10 }, () => streamToken(user))))
  const query = `${topics},project:${project.id}`
  const { opening } = await deps.db.transaction().execute(async tx => {
    await sql`lock table boards in access exclusive mode`.execute(tx)
    const opening = tokens.map(token => readStream(`${base}/events?token=${token}${query}`))
    // All streams wait for their rights before the first one gets them.
    await waitUntil(async () => {
      const left = await deps.db.selectFrom('streamTokens').select('digest').execute()
      return left.length === 0
    })
    return { opening }
  })
  const streams = await Promise.all(opening)
  await publishChanges([{ position: 5 }])
  await Promise.all(
    streams.map(stream => stream.waitUntil(() => changeIds(stream.messages()).length > 0, 'the change')),
  )
  const checks = statements.filter(text => /project_members/.test(text) && !/notifications/.test(text))
  assert.ok(checks.length > 0)
  // How many share one depends on the machine; without sharing there is one for each.
  assert.ok(checks.length <= tokens.length / 2, `${checks.length} statements for ${tokens.length} streams`)
})

test('a stream whose token expired can be reopened, one of a revoked session cannot', async () => {
  const tokenCheck = { ...deps.tokenCheck, check: async () => undefined }
  const rights = createStreamRights(deps.db, tokenCheck, deps.now)
  const endingOf = async (expiresAt: number) => {
    const ending = Promise.withResolvers<string>()
    const session = { accessToken: '', digest: '', expiresAt, checkedAt: 0 }
    await rights.checkSessionNow({ session, end: ending.resolve } as unknown as Stream)
    return ending.promise
  }
  assert.equal(await endingOf(Date.now() - 1), 'session_expired')
  assert.equal(await endingOf(Date.now() + 60_000), 'session_revoked')
})
