import { createLogger } from '@atrium/core/logger'
import { createDeps } from '@atrium/identity/compose'
import type { Deps } from '@atrium/identity/deps'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { withDatabase } from './embedded-database.ts'
import type { Installation } from './installation.ts'

/** Runs `work` on the database of the identity service, with its commands and rules. */
export function withIdentity<T>(installation: Installation, work: (deps: Deps) => Promise<T>): Promise<T> {
  return withDatabase(installation, async () => {
    const settings = loadIdentitySettings(installation.environment)
    const deps = await createDeps(settings, createLogger('console', 'silent'))
    try {
      return await work(deps)
    } finally {
      await deps.close()
    }
  })
}
