import cluster from 'node:cluster'
import { createLogger } from '@atrium/core/logger'
import { readEnvironmentFile, readGeneratedSettings, workerCount } from '@atrium/core/settings'
import { version } from '@atrium/core/version'
import { openLog } from '@atrium/http/process/open-log'
import { runMain, serve } from '@atrium/http/process/serve'
import { superviseWorkers } from '@atrium/http/process/supervise-workers'
import { loadIdentitySettings } from './settings.ts'

await runMain(async () => {
  readEnvironmentFile()
  readGeneratedSettings()
  const settings = loadIdentitySettings(process.env)
  const count = workerCount(settings)
  if (count > 1 && cluster.isPrimary)
    return superviseWorkers(count, createLogger('identity', settings.LOG_LEVEL))
  const { log, close: closeLog } = await openLog('identity', version, settings)

  // Loaded here because a process that only supervises needs none of it.
  const { createDeps } = await import('./compose.ts')
  const { createIdentityApp } = await import('./app.ts')
  const { startWorker } = await import('./worker.ts')
  const deps = await createDeps(settings, log)
  const app = await createIdentityApp(deps)
  const worker = await startWorker(deps)
  app.addHook('preClose', () => worker.stop())
  app.addHook('onClose', closeLog)
  const { HOST: host, IDENTITY_PORT: port, DRAIN_SECONDS: drainSeconds } = settings
  await serve(app, { host, port, drainSeconds })
  log.info({ version }, 'the service is ready')
})
