import { DomainError } from '@atrium/core/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
import { currentUserOf } from '#administration/user.commands.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import { getNavigation } from '#boards/navigation.queries.ts'
import type { Deps } from '#deps.ts'
import { createStreamToken } from '#live/stream-token.ts'
import { countUnread } from '#notifications/notification.queries.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { may } from '#projects/rights.ts'
import { type Route, refuseLimitedToken, requireScope } from '#route.ts'
import { resolveSession } from '#sign-in/session.ts'
import { renewUserCookie } from '#sign-in/session-cookies.ts'
import { listAllTaskPriorities } from '#tasks/priorities/task-priority.queries.ts'
import { wholeSecond } from '#time-tracking/interval-times.ts'
import { findRunningTimer } from '#time-tracking/time-interval.queries.ts'
import { getStartup } from './startup.contract.ts'

const signedOut = ['not_authenticated', 'invalid_token']

export function startupRoutes(route: Route, deps: Deps) {
  route(getStartup, {}, async ({ request, reply }) => {
    const actor = await findActor(deps, request, reply)
    if (actor) {
      requireScope(actor, 'tasks:read')
      refuseLimitedToken(actor)
    }
    renewUserCookie(request, reply, deps.settings, actor?.id)
    return { item: actor && (await startupOf(deps, actor, request.accessToken)) }
  })
}

/** Visitors without a session are expected here: a 401 would be an error in the console of their browser. */
async function findActor(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await resolveSession(deps, request, reply)
  } catch (error) {
    if (error instanceof DomainError && signedOut.includes(error.code)) return null
    throw error
  }
}

async function startupOf(deps: Deps, actor: Actor, accessToken: string) {
  const { db, now } = deps
  const { id: userId } = actor
  const [user, settings, navigation, priorities, runningTimer, unreadNotifications, streamToken, changeId] =
    await Promise.all([
      currentUserOf(deps, actor),
      getUserSettings(db, userId),
      getNavigation(db, userId, may(actor, null, 'project.read')),
      listAllTaskPriorities(db),
      findRunningTimer(db, userId, wholeSecond(now())),
      countUnread(db, actor),
      createStreamToken(deps, userId, accessToken),
      findLastActivityId(db),
    ])
  return {
    user,
    settings,
    navigation,
    priorities,
    runningTimer,
    unreadNotifications,
    notices: deps.notices.current(),
    streamToken,
    changeId,
  }
}
