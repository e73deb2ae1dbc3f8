import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { type Received, startReceiver } from '@atrium/testing/webhook-receiver'
import type {
  WebhookDelivery,
  Webhook as WebhookItem,
  WebhookWithSecret,
} from '@atrium/webhooks/webhook.contract'
import { Webhook } from 'standardwebhooks'
import { startWorker } from '#worker.ts'
import { startBothServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' })
const { deps } = services
const { manager, owner, member, project, toDo, done } = await createTeam(services)
let ahead = 0
deps.now = () => new Date(Date.now() + ahead)
const worker = await startWorker(deps)
after(() => worker.stop())

async function createWebhook(fields: object) {
  const response = await manager.call('POST', `/project/${project.id}/webhook`, {
    types: ['task.*'],
    ...fields,
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as WebhookWithSecret
}

async function createTask(title: string): Promise<{ id: number; number: number }> {
  return (await member.call('POST', '/task', { title, columnId: toDo })).json().item
}

async function deliveriesOf({ id }: { id: number }, query = '') {
  const response = await manager.call('GET', `/webhook/${id}/delivery${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items as WebhookDelivery[]
}

const remove = ({ id }: { id: number }) => manager.call('DELETE', `/webhook/${id}`)
const idOf = ({ headers }: Received) => headers['webhook-id'] as string
const verify = (secret: string, { text, headers }: Received) =>
  new Webhook(secret).verify(text, headers as Record<string, string>)

test('an event arrives signed, and an independent library verifies it', async () => {
  const receiver = await startReceiver()
  const webhook = await createWebhook({ url: `${receiver.url}/hook` })
  assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { id, number } = await createTask('Water the plants')
  await waitUntil(() => receiver.received.length === 1)
  const [message] = receiver.received as [Received]
  const { type, timestamp, data } = verify(webhook.secret, message) as {
    type: string
    timestamp: string
    data: object
  }
  assert.equal(type, 'task.created')
  assert.ok(!Number.isNaN(Date.parse(timestamp)))
  const {
    project: about,
    task,
    actor,
  } = data as { project: object; task: { id: number; url: string }; actor: object }
  assert.deepEqual(task.id, id)
  assert.ok(task.url.endsWith(`/task/${id}`) && number > 0)
  assert.deepEqual(about, { id: project.id, key: (about as { key: string }).key, name: 'Website' })
  assert.equal((actor as { id: number }).id, member.id)
  assert.ok(!message.text.includes('@'), 'no email address')
  await waitUntil(async () => (await deliveriesOf(webhook))[0]?.status === 'delivered')
  const [delivery] = await deliveriesOf(webhook)
  assert.equal(delivery?.messageId, idOf(message))
  assert.deepEqual(
    delivery?.attempts.map(({ status, error }) => ({ status, error })),
    [{ status: 200, error: null }],
  )
  await remove(webhook)
  assert.equal((await manager.call('GET', `/webhook/${webhook.id}`)).statusCode, 404)
})

test('the secret is shown once; after a rotation the previous one still signs', async () => {
  const receiver = await startReceiver()
  const webhook = await createWebhook({ url: receiver.url })
  const shown = (await manager.call('GET', `/webhook/${webhook.id}`)).json().item
  const [listed] = (await manager.call('GET', `/project/${project.id}/webhook`)).json().items
  assert.ok(!('secret' in shown) && !('secret' in listed))
  const { item } = (await manager.call('POST', `/webhook/${webhook.id}/rotate-secret`)).json()
  assert.notEqual(item.secret, webhook.secret)
  await createTask('Signed twice')
  await waitUntil(() => receiver.received.length === 1)
  const [message] = receiver.received as [Received]
  assert.equal(String(message.headers['webhook-signature']).split(' ').length, 2)
  verify(webhook.secret, message)
  verify(item.secret, message)
  assert.throws(() => verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', message))
  const { rows } = await deps.db
    .selectFrom('webhooks')
    .selectAll()
    .execute()
    .then(rows => ({ rows }))
  assert.ok(!JSON.stringify(rows).includes(webhook.secret), 'sealed in the database')
  await remove(webhook)
})

test('only known types and addresses of receivers are saved', async () => {
  const save = (fields: object) =>
    manager.call('POST', `/project/${project.id}/webhook`, {
      url: 'https://example.com/',
      types: ['*'],
      ...fields,
    })
  for (const type of ['*', 'task.unknown', 'nothing.*', 'task', 'task.related_changed']) {
    const refused = await save({ types: [type] })
    assert.equal(refused.statusCode, 422, type)
    assert.match(refused.body, /unknown_event_type|no type of event/)
    assert.match(refused.body, /time\.logged/)
  }
  const refused = [
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://example.com/',
    'https://169.254.169.254/',
    'ftp://x/',
  ]
  for (const url of [...refused, services.environment.TASKS_URL, services.environment.IDENTITY_URL]) {
    const response = await save({ url, types: ['task.created'] })
    assert.equal(response.statusCode, 422, url)
    assert.equal(response.json().error.details.reason, 'outbound_address_refused', url)
  }
  const names = [
    'task.created',
    'task.updated',
    'task.moved',
    'task.completed',
    'comment.created',
    'time.logged',
  ]
  const accepted = await save({ types: [...names, 'member.added', 'project.*'] })
  assert.equal(accepted.statusCode, 200, accepted.body)
  await remove(accepted.json().item)
})

longTest(
  'attempts follow the schedule with one id, then the webhook is turned off and managers are notified',
  async () => {
    const receiver = await startReceiver(() => ({ status: 500, body: 'out of order' }))
    const webhook = await createWebhook({ url: receiver.url })
    await createTask('Never arrives')
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [index, wait] of seconds.entries()) {
      await waitUntil(async () => (await deliveriesOf(webhook))[0]?.attemptCount === index + 1)
      const [delivery] = (await deliveriesOf(webhook)) as [WebhookDelivery]
      const last = delivery.attempts.at(-1)
      assert.equal(last?.status, 500)
      assert.equal(last?.answer, 'out of order')
      const planned = (Date.parse(delivery.nextAttemptAt ?? '') - Date.parse(last?.at ?? '')) / 1000
      assert.ok(planned >= wait && planned < wait * 1.1 + 60, `${planned} s after attempt ${index + 1}`)
      ahead += planned * 1000
    }
    await waitUntil(async () => (await deliveriesOf(webhook))[0]?.status === 'failed')
    assert.equal(receiver.received.length, 10)
    assert.equal(new Set(receiver.received.map(idOf)).size, 1)
    const now = new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp']))
    assert.equal(now.size, 10, 'each attempt has its own timestamp')
    const { item } = (await owner.call('GET', `/webhook/${webhook.id}`)).json() as { item: WebhookItem }
    assert.deepEqual([item.isEnabled, item.disabledReason], [false, 'failing'])
    for (const person of [owner, manager]) {
      const list = (await person.call('GET', '/notification')).json().items as { type: string }[]
      assert.ok(list.some(({ type }) => type === 'project.webhook_disabled'))
    }
    assert.equal(
      (await member.call('GET', '/notification?type=project.webhook_disabled')).json().items.length,
      0,
    )
    ahead = 0
    await remove(webhook)
  },
)

longTest('a receiver that is gone turns the webhook off at once, and a redirect is a failure', async () => {
  const elsewhere = await startReceiver()
  const receiver = await startReceiver(() => ({ status: 302, headers: { location: elsewhere.url } }))
  const webhook = await createWebhook({ url: receiver.url })
  await createTask('Moved away')
  await waitUntil(async () => (await deliveriesOf(webhook))[0]?.attemptCount === 1)
  assert.equal((await deliveriesOf(webhook))[0]?.attempts[0]?.status, 302)
  receiver.answer = () => ({ status: 410 })
  await createTask('Gone')
  const state = async () => (await manager.call('GET', `/webhook/${webhook.id}`)).json().item as WebhookItem
  await waitUntil(async () => (await state()).disabledReason === 'gone')
  const before = receiver.received.length
  const witness = await startReceiver()
  const other = await createWebhook({ url: witness.url })
  await createTask('Not listened to')
  await waitUntil(() => witness.received.some(({ text }) => text.includes('Not listened to')))
  receiver.answer = () => ({ status: 200 })
  const enabled = await manager.call('PUT', `/webhook/${webhook.id}`, { isEnabled: true })
  assert.deepEqual([enabled.json().item.isEnabled, enabled.json().item.disabledReason], [true, null])
  await createTask('Listened to again')
  await waitUntil(() =>
    receiver.received.slice(before).some(({ text }) => text.includes('Listened to again')),
  )
  assert.ok(!receiver.received.some(({ text }) => text.includes('Not listened to')))
  assert.equal(elsewhere.received.length, 0)
  await remove(webhook)
  await remove(other)
})

test('a test shows what the receiver answers, and a delivery can be sent again with its id', async () => {
  const receiver = await startReceiver(() => ({ status: 418, body: 'teapot' }))
  const webhook = await createWebhook({ url: receiver.url, isEnabled: false })
  const tested = await manager.call('POST', `/webhook/${webhook.id}/test`)
  const { isDelivered, status, answer } = tested.json().item
  assert.deepEqual([isDelivered, status, answer], [false, 418, 'teapot'])
  verify(webhook.secret, receiver.received[0] as Received)
  assert.equal(receiver.received[0]?.body.type, 'webhook.test')
  const [delivery] = (await deliveriesOf(webhook, '?status=failed')) as [WebhookDelivery]
  assert.equal(delivery.type, 'webhook.test')
  const refused = await manager.call('POST', `/webhook/delivery/${delivery.id}/resend`)
  assert.equal(refused.statusCode, 409)
  receiver.answer = () => ({ status: 204 })
  await manager.call('PUT', `/webhook/${webhook.id}`, { isEnabled: true })
  assert.equal((await manager.call('POST', `/webhook/delivery/${delivery.id}/resend`)).statusCode, 200)
  await waitUntil(async () => (await deliveriesOf(webhook))[0]?.status === 'delivered')
  assert.equal(new Set(receiver.received.map(idOf)).size, 1)
  assert.equal((await deliveriesOf(webhook))[0]?.attempts.length, 2)
  await remove(webhook)
})

test('an address that leads elsewhere since it was saved is refused when sending', async () => {
  const webhook = await createWebhook({ url: 'http://127.0.0.1:9/' })
  await deps.db
    .updateTable('webhooks')
    .set({ url: 'https://10.1.2.3/' })
    .where('id', '=', webhook.id)
    .execute()
  assert.equal((await manager.call('POST', `/webhook/${webhook.id}/test`)).statusCode, 422)
  await createTask('Stays inside')
  await waitUntil(async () => (await deliveriesOf(webhook))[0]?.attempts[0]?.error === 'address_refused')
  await remove(webhook)
})

test('events of a task arrive in their order, even if the first one has to be repeated', async () => {
  let failed = false
  const receiver = await startReceiver(() => {
    const status = failed ? 200 : 503
    failed = true
    return { status }
  })
  const webhook = await createWebhook({ url: receiver.url })
  const { id } = await createTask('In order')
  for (const title of ['Two', 'Three']) await member.call('PUT', `/task/${id}`, { title })
  await member.call('POST', `/task/${id}/move-to-column`, { columnId: done })
  await waitUntil(() => receiver.received.length >= 1)
  ahead = 10_000
  await waitUntil(() => receiver.received.length === 5)
  ahead = 0
  assert.deepEqual(
    receiver.received.slice(1).map(({ body }) => body.type),
    ['task.created', 'task.updated', 'task.updated', 'task.completed'],
  )
  await remove(webhook)
})

test('chats get short sentences in their format, and several events of a task as one message', async () => {
  const receiver = await startReceiver()
  const room = '/_matrix/client/v3/rooms/!r:example.org/send/m.room.message'
  const hooks = [
    await createWebhook({ url: `${receiver.url}/slack`, format: 'slack' }),
    await createWebhook({
      url: `${receiver.url}/bot1:x/sendMessage?chat_id=-5`,
      format: 'telegram',
      language: 'ru',
    }),
    await createWebhook({ url: `${receiver.url}${room}?access_token=secret`, format: 'matrix' }),
    await createWebhook({ url: `${receiver.url}/base/topic1`, format: 'ntfy' }),
  ]
  const { id } = await createTask('Fish & <chips>')
  await waitUntil(() => receiver.received.length === 4)
  const at = (start: string) => receiver.received.filter(({ path }) => path.startsWith(start))
  assert.match(
    String(at('/slack')[0]?.body.text),
    /^\S+ \S+ created <http.*\/task\/\d+\|\S+-\d+ Fish &amp; &lt;chips&gt;>$/,
  )
  const telegram = at('/bot1')[0]?.body
  assert.deepEqual([telegram?.chat_id, telegram?.parse_mode], ['-5', 'HTML'])
  assert.match(String(telegram?.text), /^<a href="http[^"]+">.*Fish &amp; &lt;chips&gt;<\/a> — новая задача/)
  const [matrix] = at(room) as [Received]
  assert.equal(matrix.method, 'PUT')
  assert.equal(matrix.path, `${room}/${idOf(matrix)}`)
  assert.equal(matrix.headers.authorization, 'Bearer secret')
  assert.match(String(matrix.body.body), /created \S+-\d+ Fish & <chips>$/)
  assert.equal(at('/base/')[0]?.body.topic, 'topic1')
  assert.match(String(at('/base/')[0]?.body.message), /Fish & <chips>/)
  for (const title of ['Two', 'Three']) await member.call('PUT', `/task/${id}`, { title })
  await waitUntil(async () => (await deliveriesOf(hooks[0] as WebhookItem, '?status=waiting')).length === 2)
  assert.equal(at('/slack').length, 1)
  ahead = 5 * 60_000 + 1000
  await waitUntil(() => at('/slack').length === 2)
  assert.equal(String(at('/slack')[1]?.body.text).split('\n').length, 2)
  await waitUntil(async () => (await deliveriesOf(hooks[0] as WebhookItem, '?status=delivered')).length === 3)
  ahead = 0
  for (const hook of hooks) await remove(hook)
})

longTest(
  'an automation reaches its webhook, whatever types that lists, and says when the webhook is off',
  async () => {
    const receiver = await startReceiver()
    const webhook = await createWebhook({ url: receiver.url, types: ['member.added'] })
    const rule = {
      name: 'Tell the shop',
      trigger: { type: 'created' },
      condition: 'title ~ Order',
      actions: [{ type: 'webhook', webhookId: webhook.id }],
    }
    const saved = await manager.call('POST', `/project/${project.id}/automation`, rule)
    assert.equal(saved.statusCode, 200, saved.body)
    const automation = saved.json().item
    await createTask('Something else')
    const { id } = await createTask('Order seeds')
    await waitUntil(() => receiver.received.length === 1)
    const [message] = receiver.received as [Received]
    const { type, data } = verify(webhook.secret, message) as { type: string; data: { task: { id: number } } }
    assert.deepEqual([type, data.task.id], ['task.created', id])
    await manager.call('PUT', `/webhook/${webhook.id}`, { isEnabled: false })
    await createTask('Order pots')
    const runs = async () => (await manager.call('GET', `/automation/${automation.id}/run`)).json().items
    await waitUntil(async () => (await runs())[0]?.failure?.code === 'automation_webhook_off')
    assert.equal(receiver.received.length, 1)
    await manager.call('DELETE', `/automation/${automation.id}`)
    await remove(webhook)
  },
)
