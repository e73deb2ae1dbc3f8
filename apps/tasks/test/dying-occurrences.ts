import { createLogger } from '@atrium/core/logger'
import { createDeps } from '#compose.ts'
import { loadTasksSettings } from '#settings.ts'
import { createDueOccurrences } from '#tasks/recurrence/occurrences.ts'

/** An instance that is killed right before it commits an occurrence. */
const [, , now = ''] = process.argv
const deps = await createDeps(loadTasksSettings(process.env), createLogger('test', 'silent'))
const killProcess = async () => {
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}
deps.now = () => new Date(now)
deps.subscribers = [...deps.subscribers, { name: 'dying', beforeCommit: killProcess }]
await createDueOccurrences(deps)
