import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { advanceClock, startIdentity } from '../identity-service.ts'
import { asPerson, createUser } from '../people.ts'

const identity = await startIdentity()
const owner = await asPerson(identity, await createUser(identity, 'owner'))

async function notices(app = identity.app) {
  return (await app.inject('/notices')).json().item
}

async function auditedActions(...actions: string[]) {
  const { items } = (await owner('GET', '/audit?limit=100')).json()
  return items
    .map(({ action }: { action: string }) => action)
    .filter((each: string) => actions.includes(each))
}

test('a banner is shown until it ends or is removed, and a new one has another id', async () => {
  const endsAt = new Date(identity.deps.now().getTime() + 60_000).toISOString()
  const input = { kind: 'warning', text: '  We move tonight ', textRu: 'Переезд сегодня ночью', endsAt }
  const set = await owner('PUT', '/banner', input)
  assert.equal(set.statusCode, 200, set.body)
  const { id, ...banner } = set.json().item.banner
  assert.deepEqual(banner, { ...input, text: 'We move tonight' })
  assert.deepEqual((await notices()).banner, { id, ...banner })
  advanceClock(identity.deps, 60)
  await identity.deps.notices.refresh()
  assert.equal((await notices()).banner, null)

  const next = await owner('PUT', '/banner', { text: 'We have moved' })
  const { banner: shown } = next.json().item
  assert.deepEqual(
    [shown.kind, shown.text, shown.textRu, shown.endsAt],
    ['info', 'We have moved', null, null],
  )
  assert.notEqual(shown.id, id)
  assert.equal((await owner('DELETE', '/banner')).json().item.banner, null)
  assert.equal((await owner('DELETE', '/banner')).statusCode, 200)
  assert.deepEqual(await auditedActions('banner.set', 'banner.removed'), [
    'banner.removed',
    'banner.set',
    'banner.set',
  ])
})

test('a banner that would have ended already, or has no text, is refused', async () => {
  const past = await owner('PUT', '/banner', { text: 'Too late', endsAt: '2020-01-01T00:00:00.000Z' })
  assert.equal(past.statusCode, 422)
  assert.deepEqual(past.json().error.details.codes, { endsAt: ['future_expected'] })
  const empty = await owner('PUT', '/banner', { text: ' ', kind: 'loud' })
  assert.deepEqual(Object.keys(empty.json().error.details.codes).sort(), ['kind', 'text'])
  assert.equal((await notices()).banner, null)
})

test('maintenance mode reaches other instances, survives a restart, and owners end it', async () => {
  const second = await identity.startInstance()
  await second.app.ready()
  const started = await owner('PUT', '/maintenance', { message: 'Upgrade' })
  const { since } = started.json().item.maintenance
  await waitUntil(() => second.deps.notices.isMaintenance())
  const restarted = await identity.startInstance()
  await restarted.app.ready()
  assert.deepEqual((await notices(restarted.app)).maintenance, { since, message: 'Upgrade', messageRu: null })
  const changed = await owner('PUT', '/maintenance', { message: 'Nearly done', messageRu: 'Почти готово' })
  assert.deepEqual(changed.json().item.maintenance, {
    since,
    message: 'Nearly done',
    messageRu: 'Почти готово',
  })
  const page = await identity.app.inject({
    method: 'POST',
    url: '/register',
    headers: { accept: 'text/html', 'accept-language': 'ru' },
  })
  assert.deepEqual([page.statusCode, page.headers['retry-after']], [503, '60'])
  assert.match(page.body, /Идут технические работы/)
  assert.equal((await owner('POST', '/roles', { name: 'readers', level: 1 })).statusCode, 503)
  assert.equal((await owner('DELETE', '/maintenance')).statusCode, 200)
  assert.equal((await owner('POST', '/roles', { name: 'readers', level: 1 })).statusCode, 200)
  assert.deepEqual(await auditedActions('maintenance.started', 'maintenance.ended'), [
    'maintenance.ended',
    'maintenance.started',
    'maintenance.started',
  ])
})
