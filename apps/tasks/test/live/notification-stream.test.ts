import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '@atrium/database/transaction'
import { startBothServices } from '../both-services.ts'
import { type Frame, readStream } from '../event-stream.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const instances = [services, await services.startInstance()]
const bases = await Promise.all(instances.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
const { owner, manager, member, viewer, project, boardId, toDo } = await createTeam(services)

async function follow(user: User, { base = bases[0], query = '' } = {}) {
  const { token } = (await user.call('GET', '/events/token')).json()
  return readStream(`${base}/events?token=${token}${query}`)
}

async function anAssignedTask(assignee: User, title = 'Fix login') {
  const task = { title, columnId: toDo, assigneeId: assignee.id }
  return (await manager.call('POST', '/task', task)).json().item
}

test('a frame has the id of the notification and exactly the documented fields', async () => {
  const streams = [await follow(member), await follow(member, { base: bases[1] })]
  const task = await anAssignedTask(member)
  const [{ id, subject, body, context }] = (await member.call('GET', '/notification')).json().items
  for (const stream of streams) {
    await stream.waitForMessages(1)
    assert.deepEqual(stream.messages(), [
      {
        id: String(id),
        event: 'message',
        comment: undefined,
        data: { event: 'notification', data: { subject, body, context } },
      },
    ])
    stream.close()
  }
  assert.deepEqual(
    [context.type, context.projectId, context.boardId, context.taskId, context.actorId],
    ['task.assigned', project.id, boardId, task.id, manager.id],
  )
})

test('a later event of the same type is streamed again with a new id and the latest state', async () => {
  const task = await anAssignedTask(member)
  const stream = await follow(member)
  for (const dueDate of ['2027-03-01', '2027-03-02']) {
    assert.equal((await owner.call('PUT', `/task/${task.id}`, { dueDate })).statusCode, 200)
    await stream.waitUntil(
      () => stream.messages().at(-1)?.data.data.context.dueDate === dueDate,
      `the due date ${dueDate}`,
    )
  }
  const [first, second] = stream.messages()
  assert.equal(stream.messages().length, 2)
  assert.ok(Number(second?.id) > Number(first?.id))
  assert.deepEqual(second?.data.data.context.replaces, [Number(first?.id)])
  stream.close()
  const resumed = await follow(member, { query: `&lastEventId=${Number(first?.id) - 1}` })
  await resumed.waitForMessages(1)
  assert.equal(resumed.messages()[0]?.id, second?.id, 'the replaced one is no longer sent')
  resumed.close()
})

test('the actor and uninvolved users get nothing', async () => {
  const streams = [await follow(manager), await follow(viewer), await follow(owner)]
  const heard = await follow(member)
  await anAssignedTask(member)
  await heard.waitForMessages(1)
  for (const stream of [...streams, heard]) {
    assert.equal(stream.messages().length, stream === heard ? 1 : 0)
    stream.close()
  }
})

test('an unknown last event id, as after restoring a backup, does not block the stream', async () => {
  const stream = await follow(member, { query: '&lastEventId=999999999' })
  await anAssignedTask(member, 'After the backup')
  await stream.waitForMessages(1)
  stream.close()
})

test('notifications of a project are not replayed to former members', async () => {
  const guest = await createUser(services)
  await owner.call('POST', `/project/${project.id}/member`, { userId: guest.id, role: 'member' })
  await anAssignedTask(guest, 'Secret plan')
  const before = await follow(guest, { query: '&lastEventId=0' })
  await before.waitForMessages(2)
  before.close()
  await owner.call('DELETE', `/project/${project.id}/member/${guest.id}`)
  const stream = await follow(guest, { query: '&lastEventId=0' })
  await stream.waitForMessages(1)
  assert.deepEqual(
    stream.messages().map(({ data }) => data.data.context.type),
    ['project.member_removed'],
  )
  stream.close()
})

const CUTS = Number(process.env.STREAM_CUTS ?? 8)
const COUNT = 20 * CUTS

test(`${COUNT} notifications from two instances arrive once each over ${CUTS} cut connections`, async () => {
  const reader = await createUser(services)
  await owner.call('POST', `/project/${project.id}/member`, { userId: reader.id, role: 'member' })
  const seen: Frame[] = []
  let lastEventId = '0'
  const changing = Promise.all(Array.from({ length: 4 }, (_, n) => changeRoles(n, reader)))

  async function readUntil(isEnough: (stream: Awaited<ReturnType<typeof follow>>) => Promise<void>) {
    const base = bases[Math.floor(Math.random() * 2)]
    const stream = await follow(reader, { base, query: `&lastEventId=${lastEventId}` })
    await isEnough(stream)
    stream.close()
    const got = stream.messages()
    seen.push(...got)
    lastEventId = got.at(-1)?.id ?? lastEventId
  }

  for (let cut = 0; cut < CUTS; cut += 1) await readUntil(() => sleep(Math.random() * 40))
  await changing
  // In parts: a stream with too large a backlog ends, and the client reconnects.
  while (seen.length < COUNT + 1) {
    const left = Math.min(300, COUNT + 1 - seen.length)
    await readUntil(stream => stream.waitForMessages(left))
  }

  const ids = seen.map(({ id }) => Number(id))
  const stored = await services.deps.db
    .selectFrom('notifications')
    .where('userId', '=', reader.id)
    .select('id')
    .orderBy('id')
    .execute()
  assert.equal(stored.length, COUNT + 1, 'plus the one about being added')
  assert.deepEqual(
    ids,
    stored.map(({ id }) => id),
    'all of them, once, in their order',
  )
})

/** Each role change notifies; of one task only one notification per type would be kept. */
async function changeRoles(worker: number, { id: userId }: User) {
  const { deps } = instances[worker % 2] as (typeof instances)[number]
  for (let n = 0; n < COUNT / 4; n += 1) {
    await inTransaction(deps, (_, emit) =>
      emit({
        type: 'member.role_changed',
        projectId: project.id,
        actorId: owner.id,
        before: { userId, role: 'member' },
        after: { userId, role: 'member' },
      }),
    )
  }
}
