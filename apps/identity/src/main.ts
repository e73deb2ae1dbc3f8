import { createLogger } from '@atrium/core/logger'
import { readEnvironmentFile } from '@atrium/core/settings'
import { runMain, serve } from '@atrium/http/serve'
import { createIdentityApp } from './app.ts'
import { createDeps } from './compose.ts'
import { loadIdentitySettings } from './settings.ts'
import { startWorker } from './worker.ts'

await runMain(async () => {
  readEnvironmentFile()
  const settings = loadIdentitySettings(process.env)
  const log = createLogger('identity', settings.LOG_LEVEL)
  const deps = await createDeps(settings, log)
  const app = await createIdentityApp(deps)
  const worker = await startWorker(deps)
  app.addHook('preClose', () => worker.stop())
  const { HOST: host, IDENTITY_PORT: port, DRAIN_SECONDS: drainSeconds } = settings
  await serve(app, { host, port, drainSeconds })
})
