import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { type Received, startReceiver } from '@atrium/testing/webhook-receiver'
import type { DeliveryStatus, Webhook, WebhookDelivery } from '@atrium/webhooks/webhook.contract'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import type { Death } from '../dying-sender.ts'
import { createTeam } from '../team.ts'

/** How many instances are killed; `npm run test:long` kills many. */
const KILLS = Number(process.env.SENDER_KILLS ?? 2)
const SEED = Number(process.env.SENDER_SEED ?? 36)
/** The longest wait between two attempts, with what is added to it. */
const STEP_MS = 27 * 3_600_000
/** A message that fails no more often keeps its place before later ones of its task. */
const FAILURES_PER_MESSAGE = 2

const services = await startBothServices({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' })
const { deps } = services
const { manager, member, project, toDo } = await createTeam(services)
const random = seeded(SEED)

longTest(
  `${KILLS} killed instances lose no event and send none under two ids, each task in its order`,
  async t => {
    const elsewhere = await startReceiver()
    const accepted: Received[] = []
    const failures = new Map<string, number>()
    let instance: ChildProcess | undefined
    let requestsUntilKill = Number.POSITIVE_INFINITY
    let isReliable = false
    const receiver = await startReceiver(message => {
      requestsUntilKill -= 1
      const usual = isReliable ? undefined : troubleOf(message, failures)
      const trouble = requestsUntilKill < 0 ? 'hang' : usual
      if (requestsUntilKill === 0) setImmediate(() => instance?.kill('SIGKILL'))
      if (trouble === 'hang') return new Promise(() => {})
      if (trouble === 'redirect') return { status: 302, headers: { location: elsewhere.url } }
      if (trouble === 'error') return { status: 503 }
      accepted.push(message)
      return { status: 200 }
    })
    let isGone = true
    const closing = await startReceiver(() => ({ status: isGone ? 410 : 200 }))
    const webhook = await createWebhook(receiver.url)
    const closed = await createWebhook(closing.url)
    const start = async (round: number) => {
      const child = fork(new URL('../dying-sender.ts', import.meta.url), [String(round * STEP_MS)], {
        env: { ...process.env, ...services.environment },
      })
      const [port] = await once(child, 'message')
      instance = child
      return { child, url: `http://127.0.0.1:${port}`, exit: once(child, 'exit') }
    }

    const unsent: number[] = []
    for (let round = 0; round < KILLS; round += 1) {
      requestsUntilKill = Number.POSITIVE_INFINITY
      const { child, url, exit } = await start(round)
      await work(url, `${round}.0`)
      const isKilledWhileSending = round % 3 === 1
      const death: Death = { statements: 1 + random(25), isOnceWritten: round % 3 === 2 }
      if (isKilledWhileSending) requestsUntilKill = 1 + random(4)
      else child.send(death)
      await Promise.all([1, 2, 3].map(index => work(url, `${round}.${index}`)))
      assert.deepEqual(await exit, [null, 'SIGKILL'])
      unsent.push(await countUnsent(webhook))
      if (isKilledWhileSending) assert.ok(unsent[round], `instance ${round} was sending`)
      await endLeases()
    }
    t.diagnostic(`left to send at each kill: ${unsent.join(', ')}`)
    assert.ok(unsent.filter(count => count > 0).length >= Math.floor(KILLS / 3))

    requestsUntilKill = Number.POSITIVE_INFINITY
    isReliable = true
    isGone = false
    const refusedIds = closing.received.map(eventIdOf)
    await manager.call('PUT', `/webhook/${closed.id}`, { isEnabled: true })
    const { child, exit } = await start(KILLS)
    const eventIds = async () =>
      (
        await deps.db
          .selectFrom('activity')
          .where('projectId', '=', project.id)
          .where('type', 'in', ['task.created', 'task.updated'])
          .where('createdAt', '>=', webhook.createdAt)
          .orderBy('id')
          .select('id')
          .execute()
      ).map(({ id }) => id)
    const acceptedIds = () => [...new Set(accepted.map(eventIdOf))].sort((one, other) => one - other)
    await waitUntil(async () => (await eventIds()).length === acceptedIds().length)
    await waitUntil(async () => (await deliveriesOf(closed, 'waiting')).length === 0)
    child.kill('SIGKILL')
    await exit
    assert.deepEqual(acceptedIds(), await eventIds(), 'every committed event has arrived')
    await assertTasksAreKnown(accepted)
    const sent = new Map<number, Set<unknown>>()
    for (const message of receiver.received) {
      const id = eventIdOf(message)
      sent.set(id, (sent.get(id) ?? new Set()).add(message.headers['webhook-id']))
    }
    for (const [id, messageIds] of sent) assert.equal(messageIds.size, 1, `event ${id} has one message`)
    assert.equal(new Set([...sent.values()].flatMap(ids => [...ids])).size, sent.size)
    assertOrder(accepted)
    assert.equal(elsewhere.received.length, 0, 'no redirect is followed')
    const arrivedIds = new Set(closing.received.slice(refusedIds.length).map(eventIdOf))
    const delivered = await deliveriesOf(closed, 'delivered')
    assert.deepEqual(new Set(delivered.map(({ document }) => document.id)), arrivedIds)
    assert.ok((await deliveriesOf(closed, 'failed')).length <= refusedIds.length)
  },
)

/** What has not arrived: messages that wait, and events of which there is no message yet. */
async function countUnsent({ id, createdAt }: Webhook) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from activity
    left join webhook_deliveries on webhook_id = ${id} and event_id = activity.id
    where activity.project_id = ${project.id} and activity.type in ('task.created', 'task.updated')
      and activity.created_at >= ${createdAt} and status is distinct from 'delivered'`.execute(deps.db)
  return rows[0]?.count ?? 0
}

async function createWebhook(url: string): Promise<Webhook> {
  const body = { url, types: ['task.created', 'task.updated'] }
  const response = await manager.call('POST', `/project/${project.id}/webhook`, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function deliveriesOf({ id }: Webhook, status: DeliveryStatus): Promise<WebhookDelivery[]> {
  return (await manager.call('GET', `/webhook/${id}/delivery?status=${status}&limit=1000`)).json().items
}

/** Creates a task and changes it twice; the instance can die at any moment. */
async function work(url: string, title: string) {
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    return (await response.json()) as { item?: { id: number } }
  }
  try {
    const { item } = await send('POST', '/task', { title, columnId: toDo })
    for (const change of ['a', 'b']) await send('PUT', `/task/${item?.id}`, { title: `${title} ${change}` })
  } catch {
    // The instance was killed.
  }
}

/** Ends what an instance had leased when it was killed, which the clock of the database would do after 90 seconds. */
async function endLeases() {
  await deps.db.updateTable('webhooks').set({ leasedUntil: null, lease: null }).execute()
}

function troubleOf({ headers }: Received, failures: Map<string, number>) {
  const id = String(headers['webhook-id'])
  const failed = failures.get(id) ?? 0
  // A receiver that hangs costs its instance 15 seconds, unless that is killed before.
  const kinds = ['error', 'redirect', KILLS > 2 && random(5) === 0 ? 'hang' : 'error']
  const trouble = random(3) === 0 && failed < FAILURES_PER_MESSAGE ? kinds[random(3)] : undefined
  if (trouble) failures.set(id, failed + 1)
  return trouble
}

/** The last event of each task says what the database has, so no change was committed without its event. */
async function assertTasksAreKnown(messages: Received[]) {
  const latest = new Map<number, { id: number; title: string }>()
  for (const { body } of messages) {
    const { id, task, changes } = body.data as {
      id: number
      task: { id: number }
      changes: { title?: { after: string } }
    }
    const title = changes.title?.after
    if (title !== undefined && id >= (latest.get(task.id)?.id ?? 0)) latest.set(task.id, { id, title })
  }
  const tasks = await deps.db
    .selectFrom('tasks')
    .where('projectId', '=', project.id)
    .orderBy('id')
    .select(['id', 'title'])
    .execute()
  assert.ok(tasks.length >= KILLS)
  assert.deepEqual(
    tasks.map(({ id, title }) => [id, latest.get(id)?.title ?? title]),
    tasks.map(({ id, title }) => [id, title]),
  )
  const created = new Set(messages.map(({ body }) => (body.data as { task: { id: number } }).task.id))
  assert.deepEqual(
    tasks.map(({ id }) => id),
    [...created].sort((one, other) => one - other),
  )
}

/** The first time that each message of a task was accepted comes after those of the earlier ones. */
function assertOrder(messages: Received[]) {
  const highest = new Map<number, number>()
  const seen = new Set<number>()
  for (const message of messages) {
    const id = eventIdOf(message)
    if (seen.has(id)) continue
    seen.add(id)
    const { task } = message.body.data as { task: { id: number } }
    assert.ok(id > (highest.get(task.id) ?? 0), `event ${id} of task ${task.id} came too late`)
    highest.set(task.id, id)
  }
}

function eventIdOf({ body }: Received) {
  return (body.data as { id: number }).id
}

/** A small generator of numbers below a limit that the seed determines. */
function seeded(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}
