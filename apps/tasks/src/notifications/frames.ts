import type { ChangeRow, NotificationRow } from './replay.queries.ts'

/** The texts of frames are made once, however many read them. */
export function notificationText({ subject, body, context }: NotificationRow) {
  return JSON.stringify({ event: 'notification', data: { subject, body, context } })
}

/**
 * What a live board needs in order to follow: which record, at which version, and what it now has. Not the address of
 * somebody invited, which is not for every reader.
 */
export function changeText(change: ChangeRow) {
  const { id, type, projectId, boardId, taskId, actorId, taskVersion: version } = change
  const { email: _, ...patch } = change.after
  return JSON.stringify({
    event: 'change',
    data: { id, type, projectId, boardId, taskId, version, actorId, patch },
  })
}

export const resyncText = JSON.stringify({ event: 'resync', data: { reason: 'gap' } })
