import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { StartRefused } from '@atrium/core/errors'
import { createLogger } from '@atrium/core/logger'
import { runMain, serve } from '../src/process/serve.ts'
import { superviseWorkers } from '../src/process/supervise-workers.ts'

/** A service in its own process, as the real ones run; the test talks to it over IPC. */
await runMain(async () => {
  const log = createLogger('sample', 'info')
  const { PORT = 0, DRAIN_SECONDS = 0, WORKERS = 1, REFUSE } = process.env
  if (Number(WORKERS) > 1 && cluster.isPrimary) return superviseWorkers(Number(WORKERS), log)
  if (REFUSE && existsSync(REFUSE)) throw new StartRefused('The sample refuses to start.')

  // Loaded here, as the real services do: a process that only supervises or refuses to start needs none of it.
  const { createApp } = await import('../src/app/create-app.ts')
  const { open } = await import('../src/routes/access.ts')
  const { sampleOptions } = await import('./sample-app.ts')
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
    app.addHook('onSend', async (_request, reply) => {
      reply.header('x-process', process.pid)
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
  await serve(app, { host: '127.0.0.1', port: Number(PORT), drainSeconds: Number(DRAIN_SECONDS) })
  process.send?.((app.server.address() as AddressInfo).port)
})
