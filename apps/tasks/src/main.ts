import { readEnvironmentFile } from '@atrium/http/load-settings'
import { createLogger } from '@atrium/http/logger'
import { runMain, serve } from '@atrium/http/serve'
import { createTasksApp } from './app.ts'
import { createDeps } from './deps.ts'
import { loadTasksSettings } from './settings.ts'

await runMain(async () => {
  readEnvironmentFile()
  const settings = loadTasksSettings(process.env)
  const log = createLogger('tasks', settings.LOG_LEVEL)
  const app = await createTasksApp(await createDeps(settings, log))
  await serve(app, { host: settings.HOST, port: settings.TASKS_PORT })
})
