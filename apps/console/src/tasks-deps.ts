import { createLogger } from '@atrium/core/logger'
import { createDeps } from '@atrium/tasks/compose'
import type { Deps } from '@atrium/tasks/deps'
import { loadTasksSettings } from '@atrium/tasks/settings'
import { withDatabase } from './embedded-database.ts'
import type { Installation } from './installation.ts'

/** Runs `work` on the database of the task service, with its commands and rules. */
export function withTasks<T>(installation: Installation, work: (deps: Deps) => Promise<T>): Promise<T> {
  return withDatabase(installation, async () => {
    const settings = loadTasksSettings(installation.environment)
    const deps = await createDeps(settings, createLogger('console', 'silent'))
    try {
      return await work(deps)
    } finally {
      await deps.close()
    }
  })
}
