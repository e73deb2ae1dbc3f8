import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import type { App } from '../src/app/create-app.ts'
import type { WorkerChannel } from '../src/process/worker-channel.ts'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const AN_AGE_MS = 10 ** 12
const rateLimit = { max: 3, timeWindow: AN_AGE_MS }

test('workers count requests together, for each route', async () => {
  const messages = new EventEmitter()
  const [one, two] = [await startWorker(messages, 1), await startWorker(messages, 2)]
  const shared = once(messages, 'limits')
  assert.deepEqual(await statusesOf(one, '/limited', '/limited', '/other'), [200, 200, 200])
  await shared
  assert.deepEqual(await statusesOf(two, '/limited', '/limited', '/other'), [200, 429, 200])
})

function startWorker(messages: EventEmitter, number: number) {
  const workers: WorkerChannel = {
    number,
    count: 2,
    publish: (topic, payload) => void messages.emit(topic, payload, number),
    subscribe: (topic, listener) => {
      messages.on(topic, (payload, sender) => sender === number || listener(payload, sender))
    },
  }
  return createSampleApp(
    app => {
      const config = { access: open, rateLimit }
      app.get('/limited', { config }, async () => ({}))
      app.get('/other', { config }, async () => ({}))
    },
    { hasRateLimit: true, workers },
  )
}

async function statusesOf(app: App, ...urls: string[]) {
  const statuses: number[] = []
  for (const url of urls) statuses.push((await app.inject(url)).statusCode)
  return statuses
}
