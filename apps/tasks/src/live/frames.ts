import { declaredFields } from '@atrium/core/declared-fields'
import type { UserSummary } from '#administration/user.contract.ts'
import { memberPayloadOf } from '#events.ts'
import { NotificationContext } from '#notifications/notification.contract.ts'
import type { Change, LiveMessage, PresenceAtTask } from './live.contract.ts'
import type { ChangeRow, NotificationRow } from './replay.queries.ts'

/** A message to streams, serialized once for all of them. */
export interface Frame {
  notificationId?: number
  changeId?: number
  /** The name of the server-sent event, `message` unless stated. */
  name?: 'message' | 'navigation' | 'plan' | 'inbox'
  /** Whether a client can resume from it. */
  movesCursor: boolean
  text: string
  bytes: number
}

export function notificationFrame({ id, subject, body, context }: NotificationRow): Frame {
  const data = { subject, body, context: declaredFields(NotificationContext, context) }
  return { notificationId: id, movesCursor: true, ...textOf({ event: 'notification', data }) }
}

export function changeFrame(row: ChangeRow): Frame {
  const { id, type, projectId, boardId, taskId, actorId, taskVersion: version } = row
  const { after: patch } = memberPayloadOf(row)
  const data = { id, type, projectId, boardId, taskId, version, actorId, patch } as Change
  return { changeId: id, movesCursor: true, ...textOf({ event: 'change', data }) }
}

export function presenceFrame(boardId: number, users: UserSummary[]): Frame {
  return { movesCursor: false, ...textOf({ event: 'presence', data: { boardId, users } }) }
}

export function taskPresenceFrame({ taskId, user, activity }: PresenceAtTask): Frame {
  return { movesCursor: false, ...textOf({ event: 'task-presence', data: { taskId, user, activity } }) }
}

export const resyncFrame: Frame = {
  movesCursor: true,
  ...textOf({ event: 'resync', data: { reason: 'gap' } }),
}

/** A name of its own: clients that only listen to `message` never see it. */
export const navigationFrame: Frame = {
  name: 'navigation',
  movesCursor: false,
  ...textOf({ event: 'navigation', data: {} }),
}

export const planFrame: Frame = {
  name: 'plan',
  movesCursor: false,
  ...textOf({ event: 'plan', data: {} }),
}

export const inboxFrame: Frame = {
  name: 'inbox',
  movesCursor: false,
  ...textOf({ event: 'inbox', data: {} }),
}

function textOf(message: LiveMessage) {
  const text = JSON.stringify(message)
  return { text, bytes: Buffer.byteLength(text) }
}
