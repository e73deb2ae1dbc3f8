import { type Static, Type } from 'typebox'
import type { UserSummary } from '#administration/user.contract.ts'
import type { ActivityType, MemberPayload } from '#events.contract.ts'
import type { NotificationContext } from '#notifications/notification.contract.ts'

export const StreamToken = Type.Object({ token: Type.String(), expires_in: Type.Integer() })
export type StreamToken = Static<typeof StreamToken>

export const StreamQuery = Type.Object({
  token: Type.Optional(Type.String({ description: 'One-time token from `GET /events/token`' })),
  topics: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: 1000,
      description: 'Boards and projects to follow, such as `board:7,project:3`',
    }),
  ),
  lastEventId: Type.Optional(
    Type.String({ maxLength: 40, description: 'The last event ID received, to resume from there' }),
  ),
})

export const StreamHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({ description: 'Sent by browsers after a reconnect; takes precedence over `lastEventId`' }),
  ),
})

/** What a live board needs in order to follow: which record, at which version, and what it has now. */
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

/** The data of a `message` event. */
export type LiveMessage =
  | { event: 'notification'; data: { subject: string; body: string; context: NotificationContext } }
  | { event: 'change'; data: Change }
  | { event: 'presence'; data: { boardId: number; users: UserSummary[] } }
  | { event: 'resync'; data: { reason: 'gap' } }

/** Why a stream ends, as the data of its `error` event says it. */
export const streamEndings = {
  session_revoked: { code: 401, retry: false, message: 'The session has ended; sign in again' },
  session_expired: {
    code: 401,
    retry: true,
    message: 'The access token has expired; request a new stream token',
  },
  forbidden_topic: {
    code: 403,
    retry: false,
    message: 'You no longer have permission to follow one of the topics',
  },
  slow_consumer: { code: 409, retry: true, message: 'The stream was read too slowly' },
  too_many_streams: {
    code: 409,
    retry: false,
    message: 'You have opened more than ten streams; this one was the oldest',
  },
  server_shutdown: { code: 503, retry: true, message: 'The server is restarting' },
  internal: { code: 500, retry: true, message: 'Something went wrong; open the stream again' },
} as const

export type StreamEnding = keyof typeof streamEndings

export interface StreamError {
  error: { code: number; message: string; details: { reason: StreamEnding; retry: boolean } }
}
