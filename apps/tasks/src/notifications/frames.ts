import type { ChangeRow, NotificationRow } from './replay.queries.ts'

export function notificationFrame({ subject, body, context }: NotificationRow) {
  return { event: 'notification', data: { subject, body, context } }
}

/** What a live board needs in order to follow: which record, at which version, and what it now has. */
export function changeFrame(change: ChangeRow) {
  const { id, type, projectId, boardId, taskId, actorId, taskVersion: version, after: patch } = change
  return { event: 'change', data: { id, type, projectId, boardId, taskId, version, actorId, patch } }
}

export const resyncFrame = { event: 'resync', data: { reason: 'gap' } }
