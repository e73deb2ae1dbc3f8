import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runFolder } from '@atrium/testing/run-folder'
import { waitUntil } from '@atrium/testing/wait-until'
import { type Received, startReceiver } from '@atrium/testing/webhook-receiver'
import type { WebhookDelivery, WebhookWithSecret } from '@atrium/webhooks/webhook.contract'
import { Webhook } from 'standardwebhooks'
import { startWorker } from '#worker.ts'
import { startIdentity } from '../identity-service.ts'
import { as, createConfirmedUser, createUser, signIn } from '../people.ts'

const mail = mkdtempSync(join(runFolder(), 'mail-'))
const settings = { RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', MAIL_URL: `file:${mail}` }
const identity = await startIdentity(settings)
const { deps } = identity
const owner = await createConfirmedUser(identity, 'owner')
const call = as(identity, (await signIn(identity, owner)).access_token)
const worker = await startWorker(deps)
after(() => worker.stop())

async function createWebhook(fields: object) {
  const response = await call('POST', '/webhooks', fields)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as WebhookWithSecret
}

async function deliveriesOf({ id }: { id: number }) {
  return (await call('GET', `/webhooks/${id}/delivery`)).json().items as WebhookDelivery[]
}

interface Event {
  type: string
  action: string
  actor: { id: number; name: string } | null
  subject: { type: string; id: number; name: string } | null
  role: { name: string } | null
}

test('what happens to users, sessions and roles arrives signed, without email addresses', async () => {
  const receiver = await startReceiver()
  const webhook = await createWebhook({
    url: receiver.url,
    types: ['user.*', 'session.started', 'sign_in.failed', 'role.changed'],
  })
  const events = () =>
    receiver.received.map(message => {
      const headers = message.headers as Record<string, string>
      const { type, data } = new Webhook(webhook.secret).verify(message.text, headers) as {
        type: string
        data: Event
      }
      assert.equal(type, data.type)
      return data
    })
  const find = (type: string) => events().find(event => event.type === type)
  const person = await createUser(identity)
  await waitUntil(() => find('user.created') !== undefined)
  assert.deepEqual(find('user.created')?.subject, { type: 'user', id: person.id, name: 'Sam Sample' })
  await identity.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: 'not the password' },
  })
  await waitUntil(() => find('sign_in.failed') !== undefined)
  await signIn(identity, person)
  await waitUntil(() => find('session.started') !== undefined)
  assert.equal(find('session.started')?.subject?.id, person.id)
  const roles = (await call('GET', '/roles')).json().items as { id: number; name: string }[]
  const roleId = roles.find(({ name }) => name === 'manager')?.id
  assert.equal((await call('POST', '/user-roles', { userId: person.id, roleId })).statusCode, 200)
  await waitUntil(() => find('role.changed') !== undefined)
  assert.deepEqual(
    [find('role.changed')?.action, find('role.changed')?.role?.name],
    ['role.assigned', 'manager'],
  )
  assert.equal(find('role.changed')?.actor?.id, owner.id)
  assert.equal((await call('DELETE', `/users/${person.id}`)).statusCode, 200)
  await waitUntil(() => find('user.archived') !== undefined)
  assert.ok(!receiver.received.some(({ text }) => text.includes('@')))
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, ids.length)
  await call('DELETE', `/webhooks/${webhook.id}`)
})

test('only known types and addresses of receivers are saved, and the secret is shown once', async () => {
  const unknown = await call('POST', '/webhooks', { url: 'https://example.com/', types: ['task.created'] })
  assert.equal(unknown.statusCode, 422)
  assert.match(unknown.body, /sign_in\.failed/)
  for (const url of ['https://192.168.1.1/', deps.settings.IDENTITY_URL]) {
    const refused = await call('POST', '/webhooks', { url, types: ['user.*'] })
    assert.equal(refused.json().error.details.reason, 'outbound_address_refused')
  }
  const webhook = await createWebhook({ url: 'https://example.com/', types: ['user.*'], isEnabled: false })
  assert.ok(!(await call('GET', '/webhooks')).body.includes(webhook.secret))
  const { rows } = { rows: await deps.db.selectFrom('webhooks').selectAll().execute() }
  assert.ok(!JSON.stringify(rows).includes(webhook.secret))
  const rotated = (await call('POST', `/webhooks/${webhook.id}/rotate-secret`)).json().item
  assert.ok(rotated.secret !== webhook.secret && rotated.previousSecretUntil)
  await call('DELETE', `/webhooks/${webhook.id}`)
  const actions = (await call('GET', '/audit?subjectType=webhook')).json().items as { action: string }[]
  const verbs = actions
    .filter(({ action }) => action.startsWith('webhook.'))
    .map(({ action }) => action.split('.')[1])
  assert.deepEqual(verbs.slice(0, 3), ['deleted', 'secret_rotated', 'created'])
})

test('a test shows the answer; a receiver that is gone is turned off, and those who manage webhooks get an email', async () => {
  const receiver = await startReceiver(() => ({ status: 410, body: 'nobody here' }))
  const webhook = await createWebhook({ url: receiver.url, types: ['user.created'] })
  const tested = (await call('POST', `/webhooks/${webhook.id}/test`)).json().item
  assert.deepEqual([tested.status, tested.answer], [410, 'nobody here'])
  await createUser(identity)
  const state = async () => (await call('GET', `/webhooks/${webhook.id}`)).json().item
  await waitUntil(async () => (await state()).disabledReason === 'gone')
  receiver.answer = () => ({ status: 200 })
  await call('PUT', `/webhooks/${webhook.id}`, { isEnabled: true })
  const [delivery] = (await deliveriesOf(webhook)) as [WebhookDelivery]
  assert.equal((await call('POST', `/webhooks/delivery/${delivery.id}/resend`)).statusCode, 200)
  await waitUntil(async () => (await deliveriesOf(webhook))[0]?.status === 'delivered')
  const sent = receiver.received as Received[]
  assert.equal(sent.at(-1)?.headers['webhook-id'], delivery.messageId)
  const emails = () => globSync(join(mail, '*')).map(file => readFileSync(file, 'utf8'))
  await waitUntil(() =>
    emails().some(text => text.includes(owner.email) && /webhook was turned off/.test(text)),
  )
})
