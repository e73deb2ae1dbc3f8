import { readEnvironmentFile } from '@atrium/http/load-settings'
import { createLogger } from '@atrium/http/logger'
import { runMain, serve } from '@atrium/http/serve'
import { createIdentityApp } from './app.ts'
import { createDeps } from './deps.ts'
import { loadIdentitySettings } from './settings.ts'

await runMain(async () => {
  readEnvironmentFile()
  const settings = loadIdentitySettings(process.env)
  const log = createLogger('identity', settings.LOG_LEVEL)
  const deps = await createDeps(settings, log)
  const app = await createIdentityApp(deps)
  await serve(app, { host: settings.HOST, port: settings.IDENTITY_PORT })
})
