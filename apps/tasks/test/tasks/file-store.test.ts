import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { openConfiguredStorage, openStorage } from '@atrium/storage/open-storage'
import { sendForm } from '@atrium/testing/forms'
import { startStore } from '@atrium/testing/s3-store'
import { waitUntil } from '@atrium/testing/wait-until'
import { startWorker } from '#worker.ts'
import { startBothServices } from '../both-services.ts'
import { createTask } from '../files.ts'
import { createTeam } from '../team.ts'

const store = await startStore()
const services = await startBothServices({ STORAGE_URL: store.url, RATE_LIMIT: 'off' })
const { db } = services.deps
const team = await createTeam(services)
const { token } = team.member
const headers = { authorization: `Bearer ${token}` }
const file = { name: 'plan.txt', content: 'x'.repeat(100_000) }
let kept: { id: number }

before(async () => {
  const { id } = await createTask(team)
  kept = (await sendForm(services, token, `/task/${id}/attachment`, { file })).json().item
})

test('files are stored in the configured store, and the service is ready', async () => {
  const response = await services.app.inject({ url: `/attachment/${kept.id}/content`, headers })
  assert.equal(response.body, file.content)
  assert.equal(store.objects.size, 1)
  assert.equal((await services.app.inject('/readyz')).json().files, 'ok')
})

for (const [name, url, reason] of [
  [
    'refuses the key',
    store.url.replace(':store-secret@', ':wrong-secret@'),
    'refuses the key in its address',
  ],
  ['lacks the bucket', store.url.replace('/atrium?', '/missing?'), 'has no such bucket'],
  ['cannot be reached', 's3://key:wrong-secret@127.0.0.1:9/atrium?tls=false', 'cannot be reached'],
] as const) {
  test(`while the store ${name}, files return 503 and everything else works`, async () => {
    const { app, log } = await startInstanceWith(url)
    const { id: taskId } = await createTask(team)
    const refused = [
      await sendForm({ app }, token, `/task/${taskId}/attachment`, { file }),
      await app.inject({ url: `/attachment/${kept.id}/content`, headers }),
    ]
    for (const response of refused) {
      assert.equal(response.statusCode, 503, response.body)
      assert.equal(response.headers['retry-after'], '30')
      assert.equal(response.headers.etag, undefined)
      assert.deepEqual(response.json().error.details, {
        reason: 'storage_unavailable',
        kind: 'unavailable',
        retryAfter: 30,
      })
    }
    const records = db.selectFrom('attachments').where('taskId', '=', taskId).select('id')
    assert.deepEqual(await records.execute(), [], 'no record without content')
    assert.equal(store.objects.size, 1, 'no content without a record')
    assert.equal((await app.inject({ url: `/task/${taskId}`, headers })).statusCode, 200)

    const ready = await app.inject('/readyz')
    const { status, files, database } = ready.json()
    assert.deepEqual([ready.statusCode, status, files, database], [200, 'degraded', 'unavailable', 'ok'])
    assert.ok(log().includes(reason), log())
    assert.ok(log().includes('"dependency":"files","msg":"a dependency is not available"'), log())
    assert.doesNotMatch(log(), /wrong-secret|store-secret/)
  })
}

test('content of the previous store is served and deleted, and new content goes to the current one', async () => {
  const current = await startStore()
  const storage = await openConfiguredStorage({ STORAGE_URL: current.url, STORAGE_PREVIOUS_URL: store.url })
  const { app } = await services.startInstance(deps => ({ ...deps, storage }))
  const response = await app.inject({ url: `/attachment/${kept.id}/content`, headers })
  assert.deepEqual([response.statusCode, response.body], [200, file.content])

  const { id: taskId } = await createTask(team)
  await sendForm({ app }, token, `/task/${taskId}/attachment`, { file })
  assert.deepEqual([store.objects.size, current.objects.size], [1, 1])
  const [key = ''] = [...current.objects.keys()].map(path => path.split('/').at(-1))
  await (await openStorage(store.url)).put(key, Readable.from([Buffer.from('a copy')]), 6)
  await storage.delete(key)
  assert.deepEqual([store.objects.size, current.objects.size], [1, 0])
})

test('content deleted while the store is unreachable is removed once it is back', async () => {
  const { app } = await startInstanceWith('s3://key:secret@127.0.0.1:9/atrium?tls=false')
  const response = await app.inject({ method: 'DELETE', url: `/attachment/${kept.id}`, headers })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(store.objects.size, 1)
  const worker = await startWorker(services.deps)
  after(() => worker.stop())
  await waitUntil(() => store.objects.size === 0)
})

/** Another instance with its own store and a log that can be read. */
async function startInstanceWith(url: string) {
  const lines: string[] = []
  const storage = await openStorage(url)
  const output = { write: (line: string) => void lines.push(line) }
  const log = createLogger('tasks', 'info', output)
  const { app } = await services.startInstance(deps => ({ ...deps, storage, log }))
  return { app, log: () => lines.join('') }
}
