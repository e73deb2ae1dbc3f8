/** The local user is new; the projects chapter makes the personal project. */
export interface UserFirstLoginEvent {
  name: 'UserFirstLoginEvent'
  userId: number
}

/** What one user may do, or, with nobody named, what anybody may: every instance looks anew. */
export interface RightsChanged {
  name: 'RightsChanged'
  passportId?: number
}

/** Somebody signed out: every instance asks again about the tokens of that user, and no stream outlives its session. */
export interface SessionEnded {
  name: 'SessionEnded'
  /** Of the tokens that are known to have ended. */
  digests: string[]
  /** Whose they were; there may be more of the same session. Unknown while the identity service is away. */
  passportId?: number | undefined
}

export const activityTypes = [
  'project.created',
  'project.updated',
  'project.archived',
  'project.restored',
  'member.added',
  'member.role_changed',
  'member.removed',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'board.created',
  'board.updated',
  'board.deleted',
  'board.restored',
  'column.created',
  'column.updated',
  'column.reordered',
  'column.renumbered',
  'column.deleted',
  'task.created',
  'task.updated',
  'task.moved',
  'task.assigned',
  'task.deleted',
  'task.restored',
  'task.removed',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'sticker.created',
  'sticker.updated',
  'sticker.deleted',
  'sticker.attached',
  'sticker.detached',
  'attachment.created',
  'attachment.deleted',
  'checklist.created',
  'checklist.updated',
  'checklist.deleted',
  'time.started',
  'time.stopped',
] as const

/** Something that happened in a project: a row of its activity, with what was before and what is after. */
export interface ActivityEvent {
  name: (typeof activityTypes)[number]
  projectId: number
  /** Nobody, when the service does it by itself. */
  actorId: number | null
  boardId?: number
  taskId?: number
  taskVersion?: number
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** What every instance must hear of before the answer goes out. */
export type SharedEvent = RightsChanged | SessionEnded

export type Event = UserFirstLoginEvent | SharedEvent | ActivityEvent
