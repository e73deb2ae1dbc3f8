import { Body, Id, Instant, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'

/** What somebody may be told. */
export const NotificationType = OneOf(
  'task.assigned',
  'task.unassigned',
  'task.completed',
  'task.due_changed',
  'task.due_soon',
  'task.overdue',
  'comment.created',
  'comment.mention',
  'project.member_added',
  'project.member_removed',
  'project.role_changed',
  'invitation.created',
  'invitation.accepted',
)
export type NotificationType = Static<typeof NotificationType>

export const Notification = Type.Object({
  id: Id,
  type: NotificationType,
  subject: Type.String(),
  body: Type.String(),
  context: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  actor: Type.Union([UserSummary, Type.Null()]),
  readAt: Nullable(Instant),
  createdAt: Instant,
})
export type Notification = Static<typeof Notification>

export const NotificationFilters = Type.Object({
  ...ListQuery.properties,
  unread: Type.Optional(Type.Boolean()),
  type: Type.Optional(NotificationType),
  projectId: Type.Optional(Id),
})
export type NotificationFilters = Static<typeof NotificationFilters>

export const UnreadCount = Type.Object({ unread: Type.Integer() })

/** Of one project, or without it of all. */
export const NotificationsToRead = Body({ projectId: Type.Optional(Id) })
export type NotificationsToRead = Static<typeof NotificationsToRead>
