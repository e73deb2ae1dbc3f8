import { listReply, pageOf } from '@atrium/core/paging'
import { IdParams, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import { actorOf, needs, pathUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { endSession, endSessions } from './end-sessions.ts'
import { EndSessions, SessionParams, UserSession } from './user-session.contract.ts'
import { countUserSessions, listUserSessions } from './user-session.queries.ts'

const manage = needs('user:write', selfOrAny('sessions.manage', pathUser))
const tags = ['Sessions']

export function userSessionRoutes(app: App, deps: Deps) {
  app.get(
    '/users/:id/sessions',
    {
      config: { access: needs('user:read', selfOrAny('sessions.read', pathUser)) },
      schema: {
        tags,
        summary: 'List sessions',
        description:
          'The active sessions of the user, in every application, with browser and address. `isCurrent` marks the one of this request.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: List(UserSession) },
      },
    },
    async request => {
      const { db } = deps
      const { id } = request.params
      const page = pageOf(request.query)
      const listed = { now: deps.now(), currentId: actorOf(request).familyId }
      const [items, total] = await Promise.all([
        listUserSessions(db, id, listed, page),
        countUserSessions(db, id, listed.now),
      ])
      return listReply(items, total, page)
    },
  )

  app.delete(
    '/users/:id/sessions/:sessionId',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'End a session',
        description: 'Revokes the tokens of one session at once.',
        params: SessionParams,
        response: { 200: Message },
      },
    },
    async request => {
      await endSession(deps, actorOf(request), request.params)
      return { message: 'The session is ended' }
    },
  )

  app.delete(
    '/users/:id/sessions',
    {
      config: { access: manage },
      schema: {
        tags,
        summary: 'End all sessions',
        description:
          'Signs the user out everywhere. With `keepCurrent=true`, the session of this request continues.',
        params: IdParams,
        querystring: EndSessions,
        response: {
          200: Type.Object({ data: Type.Object({ revoked: Type.Integer() }), message: Type.String() }),
        },
      },
    },
    async request => {
      const { params, query } = request
      const revoked = await endSessions(deps, actorOf(request), params.id, query.keepCurrent)
      return { data: { revoked }, message: 'The user is signed out everywhere' }
    },
  )
}
