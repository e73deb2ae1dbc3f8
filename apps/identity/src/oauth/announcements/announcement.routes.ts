import type { App } from '@atrium/http/app/create-app'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { isClientByHeader } from '../clients/client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'
import { followAnnouncements } from './announcement.contract.ts'
import { readAnnouncements } from './announcement.queries.ts'
import { createAnnouncer } from './announcer.ts'
import { createFollowers } from './followers.ts'
import { authenticateTaskService } from './task-service.ts'

/** invalid_text_representation, see the error codes of PostgreSQL. */
const INVALID_TEXT = '22P02'

/** In a context that replies with OAuth errors. */
export function announcementRoutes(route: Route, app: App, deps: Deps) {
  const followers = createFollowers(deps.bus)
  const announcer = createAnnouncer(deps.db, deps.bus)
  app.addHook('preClose', async () => {
    followers.stop()
    await announcer.stop().catch(() => {}) // without the database the registration ends a little later
  })
  const options = {
    rateLimit: { allowList: (request: FastifyRequest) => isClientByHeader(deps, request) },
    logLevel: 'silent',
    isLongPoll: true,
  } as const

  route(followAnnouncements, options, async ({ body: { follower, cursor }, request }) => {
    const arrivedAt = performance.now()
    await authenticateTaskService(deps, request)
    followers.arrive(follower, cursor)
    await announcer.register()
    const read = async () => {
      followers.read(follower, cursor)
      const waitedMs = performance.now() - arrivedAt
      const validMs = announcer.validMs()
      const heard = await readAnnouncements(deps.db, cursor).catch(refuseMalformed)
      return { ...heard, waitedMs, validMs }
    }
    const woken = followers.join() // before the first read, so that no change is missed between the two
    const first = await read()
    const isAnswer = cursor === undefined || first.isCursorUnknown || first.announcements.length > 0
    if (isAnswer) return first
    await woken
    return read()
  })
}

/** A snapshot whose parts contradict each other matches the pattern, too. */
function refuseMalformed(error: Error & { code?: string }): never {
  throw error.code === INVALID_TEXT ? new OAuthError('cursor_malformed') : error
}
