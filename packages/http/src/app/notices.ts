import { setTimeout as sleep } from 'node:timers/promises'
import type { DomainError } from '@atrium/core/errors'
import type { Measure } from '@atrium/core/measure'
import { getNotices, type Notices, noNotices } from '@atrium/core/notices.contract'
import type { FastifyBaseLogger, FastifyInstance, onRequestHookHandler } from 'fastify'
import { Unavailable } from '../routes/errors.ts'
import { addRoute } from '../routes/route.ts'
import { isChange } from './protection.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A change that works in maintenance mode, too. */
    duringMaintenance?: boolean
  }
  interface FastifyInstance {
    /** The refusal of changes while the installation is in maintenance mode. */
    maintenanceError?: () => DomainError | undefined
  }
}

const READ_EVERY_MS = 1000
const RETRY_AFTER_SECONDS = 60

export type NoticeReader = ReturnType<typeof followNotices>

/**
 * Keeps the notices of the installation in memory, at most a second or two old. While they cannot be read, the last ones
 * stay in force.
 */
export function followNotices(read: () => Promise<Notices>, log: FastifyBaseLogger) {
  const stopped = new AbortController()
  let known: Notices | undefined
  let isFailing = false

  async function refresh() {
    try {
      known = await read()
      isFailing = false
    } catch (error) {
      if (!isFailing && !stopped.signal.aborted)
        log.warn({ err: error }, 'the notices of the installation could not be read')
      isFailing = true
    }
  }

  async function follow() {
    for (;;) {
      await sleep(READ_EVERY_MS, undefined, { ref: false, signal: stopped.signal })
      await refresh()
    }
  }

  return {
    start: async () => {
      await refresh()
      follow().catch(() => {}) // stopped
    },
    stop: () => stopped.abort(),
    refresh,
    current: () => known ?? noNotices,
    isMaintenance: () => Boolean(known?.maintenance),
    /** Whether work that changes data on its own can run: it waits until the notices are known. */
    allowsBackgroundChanges: () => known !== undefined && known.maintenance === null,
  }
}

/** Answers `GET /notices`, and refuses changes while the installation is in maintenance mode. */
export function observeNotices(app: FastifyInstance, notices: NoticeReader) {
  app.decorate('maintenanceError', () => {
    const { maintenance } = notices.current()
    if (!maintenance) return undefined
    const { since, message, messageRu } = maintenance
    return new Unavailable('maintenance', { since, message, messageRu, retryAfter: RETRY_AFTER_SECONDS })
  })
  const refuse: onRequestHookHandler = (request, _reply, done) =>
    done(isChange(request) ? app.maintenanceError?.() : undefined)
  app.addHook('onRoute', route => {
    if (route.config?.duringMaintenance || route.config?.isMethodGuard) return
    route.onRequest = [refuse, route.onRequest ?? []].flat()
  })
  addRoute(app, getNotices, { rule: getNotices.access }, () => ({ item: notices.current() }), {
    rateLimit: false,
    logLevel: 'silent',
  })
  app.addHook('onReady', notices.start)
  app.addHook('onClose', async () => notices.stop())
}

export function maintenanceMeasure(notices: NoticeReader): Measure {
  return {
    name: 'atrium_maintenance',
    help: 'Whether the installation is in maintenance mode',
    isShared: true,
    read: () => Number(notices.isMaintenance()),
  }
}
