import { endpointsOf, open } from '@atrium/core/contract'
import { Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import type { UserSummary } from '#administration/user.contract.ts'
import type { ActivityType, MemberPayload } from '#events.contract.ts'
import type { NotificationContext } from '#notifications/notification.contract.ts'
import type { TaskActivity } from './task-presence.contract.ts'

const StreamToken = Type.Object({ token: Type.String(), expires_in: Type.Integer() })

const StreamQuery = Type.Object({
  token: Type.Optional(Type.String({ description: 'One-time token from `GET /events/token`' })),
  topics: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: 1000,
      description:
        'Boards and projects to follow, such as `board:7,project:3`; `navigation` alone for changes of your projects, boards, stars and your plan',
    }),
  ),
  lastEventId: Type.Optional(
    Type.String({ maxLength: 40, description: 'The last event ID received, to resume from there' }),
  ),
})

const StreamHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({ description: 'Sent by browsers after a reconnect; takes precedence over `lastEventId`' }),
  ),
})

/** A board or project that a stream follows. */
export interface Topic {
  kind: 'board' | 'project'
  id: number
  projectId: number
}

/** What a board needs to apply a change: the record, its version and the new values. */
export type Change<Type extends ActivityType = ActivityType> = {
  [One in Type]: {
    id: number
    type: One
    projectId: number
    boardId: number | null
    taskId: number | null
    version: number | null
    actorId: number | null
    patch: MemberPayload<One>['after']
  }
}[Type]

/** Who has a task open, and what they do there. */
export interface PresenceAtTask {
  taskId: number
  user: UserSummary
  activity: TaskActivity
}

/** The data of a `message` event, or of an event with the name of the message: `navigation`, `plan`, `inbox`. */
export type LiveMessage =
  | { event: 'notification'; data: { subject: string; body: string; context: NotificationContext } }
  | { event: 'change'; data: Change }
  | { event: 'presence'; data: { boardId: number; users: UserSummary[] } }
  | { event: 'task-presence'; data: PresenceAtTask }
  | { event: 'resync'; data: { reason: 'gap' } }
  /** `GET /navigation` has changed. */
  | { event: 'navigation'; data: Record<never, never> }
  /** `GET /plan` has changed. */
  | { event: 'plan'; data: Record<never, never> }
  /** Groups of `GET /inbox` were read, finished, snoozed or reopened, or have come back. */
  | { event: 'inbox'; data: Record<never, never> }

/** Why a stream ends, and whether the client can open it again right away. */
export const streamEndings = {
  session_revoked: { retry: false },
  session_expired: { retry: true },
  session_unverified: { retry: true },
  forbidden_topic: { retry: false },
  slow_consumer: { retry: true },
  too_many_streams: { retry: false },
  server_shutdown: { retry: true },
  internal: { retry: true },
} as const

export type StreamEnding = keyof typeof streamEndings

/** The data of an `error` event, always the last one of a stream. */
export interface StreamError {
  error: { code: number; message: string; details: { reason: StreamEnding; retry: boolean } }
}

const endpoint = endpointsOf('Events')

export const getStreamToken = endpoint('getStreamToken', 'GET /events/token', {
  summary: 'Create a stream token',
  description:
    'A token for one `GET /events` request, valid for 60 seconds. Browsers cannot send headers with an event stream, so it is passed in the query.',
  access: limitable(signedIn),
  reply: StreamToken,
})

export const openEventStream = endpoint('openEventStream', 'GET /events', {
  summary: 'Open the event stream',
  description:
    'Server-sent events: your notifications and, with `topics`, live changes of boards and projects. Without topics there are `message` and `error` events only. `token` is required: get one from `GET /events/token` for each connection. After a reconnect, send the last event ID as `Last-Event-ID` or `lastEventId`, and everything newer is sent first. A comment every 15 seconds keeps the connection open.',
  access: open, // the stream token is the credential
  query: StreamQuery,
  produces: ['text/event-stream'],
  errors: ['stream_token_invalid', 'session_revoked', 'forbidden_topic'],
  security: [{}],
  undeclared: { query: Type.Unsafe({ ...StreamQuery, required: ['token'] }), headers: StreamHeaders },
})
