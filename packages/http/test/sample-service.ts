import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@atrium/core/logger'
import { open } from '../src/access.ts'
import { createApp } from '../src/create-app.ts'
import { runMain, serve } from '../src/serve.ts'
import { sampleOptions } from './sample-app.ts'

/** A service in its own process, as the real ones run; the test talks to it over IPC. */
await runMain(async () => {
  const log = createLogger('sample', 'info')
  let isClosed = false
  const check = async () => {
    throw new Error('the database is down')
  }
  const dependencies = { database: { check, isRequired: true } }
  const app = await createApp({ ...sampleOptions, log, dependencies }, app => {
    const config = { access: open }
    app.addHook('onClose', () => {
      isClosed = true
    })
    app.get('/slow', { config }, async () => {
      process.send?.('in flight')
      await once(process, 'message')
      return { isClosed }
    })
    app.post('/echo', { config }, async request => request.body)
    app.post('/block', { config }, async request => {
      const { untilExists } = request.body as { untilExists: string }
      await new Promise(sent => process.send?.('blocked', sent))
      while (!existsSync(untilExists));
    })
    app.post('/careless', { config }, async request => {
      const { body, headers } = request
      request.log.info({ body, call: { headers }, token: 'top-secret' }, 'careless')
      throw Object.assign(new Error('violates a constraint'), {
        detail: 'Failing row contains (row-secret).',
      })
    })
  })
  const { PORT = 0, DRAIN_SECONDS = 0 } = process.env
  await serve(app, { host: '127.0.0.1', port: Number(PORT), drainSeconds: Number(DRAIN_SECONDS) })
  process.send?.((app.server.address() as AddressInfo).port)
})
