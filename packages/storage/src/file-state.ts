import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from './storage.ts'

const KEEP_MS = 10_000

interface Watched {
  storage: Storage
  log: FastifyBaseLogger
  now: () => Date
}

/**
 * For whoever watches the service, which goes on without its files. Looked at when it starts, so that a wrong key is
 * in the log at once, and then no oftener than now and then, however many ask.
 */
export function createFileState({ storage, log, now }: Watched) {
  let latest = look()
  let lookedAt = now().getTime()

  function look() {
    return storage.check().then(
      () => 'ok',
      error => {
        log.error({ err: error }, 'files can be neither kept nor shown')
        return 'unavailable'
      },
    )
  }
  return () => {
    if (now().getTime() - lookedAt >= KEEP_MS) {
      lookedAt = now().getTime()
      latest = look()
    }
    return latest
  }
}
