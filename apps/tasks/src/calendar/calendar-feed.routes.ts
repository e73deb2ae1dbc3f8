import { pageOf } from '@atrium/core/paging'
import { sha256 } from '@atrium/core/sha256'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './calendar-feed.commands.ts'
import {
  createCalendarFeed,
  deleteCalendarFeed,
  listCalendarFeeds,
  readCalendar,
} from './calendar-feed.contract.ts'
import { readCalendar as readFeed } from './read-calendar.ts'

const rateLimit = { max: 300, timeWindow: '1 minute' }

export function calendarFeedRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(listCalendarFeeds, {}, ({ actor, query }) => commands.listFeeds(deps, actor, pageOf(query)))
  route(createCalendarFeed, {}, item(commands.createFeed))
  route(deleteCalendarFeed, {}, message(commands.deleteFeed, 'Calendar feed deleted'))

  route(readCalendar, { rateLimit, hasSecretPath: true }, async ({ params, query, request, reply }) => {
    const calendar = await readFeed(deps, params.token, query.kind ?? 'event')
    const tag = `"${sha256(calendar)}"`
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    // A proxy that compresses the answer makes the tag a weak one.
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}
