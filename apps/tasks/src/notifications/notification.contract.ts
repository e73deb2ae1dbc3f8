import { Body, CalendarDate, Id, Instant, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'
import { MemberRole } from '#projects/rights.contract.ts'

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

const NotificationActor = Type.Object({ id: Id, name: Nullable(Type.String()) })
export type NotificationActor = Static<typeof NotificationActor>

/** Everything a client needs in order to open what a notification is about. */
export const NotificationContext = Type.Object({
  notificationId: Id,
  type: NotificationType,
  projectId: Id,
  projectName: Type.String(),
  boardId: Nullable(Id),
  taskId: Nullable(Id),
  taskNumber: Type.Optional(Id),
  taskTitle: Type.Optional(Nullable(Type.String())),
  dueDate: Type.Optional(Nullable(CalendarDate)),
  commentId: Type.Optional(Id),
  role: Type.Optional(MemberRole),
  invitationId: Type.Optional(Id),
  actorId: Nullable(Id),
  actor: Nullable(NotificationActor),
  actors: Type.Optional(
    Type.Array(NotificationActor, { description: 'Everyone, when several people did the same' }),
  ),
  replaces: Type.Optional(Type.Array(Id, { description: 'Earlier notifications that this one replaces' })),
})
export type NotificationContext = Static<typeof NotificationContext>

export const Notification = Type.Object({
  id: Id,
  type: NotificationType,
  subject: Type.String(),
  body: Type.String(),
  // The queries select what NotificationContext declares; rows of earlier releases may have less.
  context: Type.Unsafe<NotificationContext>({ type: 'object', additionalProperties: true }),
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

export const NotificationsToRead = Body({ projectId: Type.Optional(Id) })
export type NotificationsToRead = Static<typeof NotificationsToRead>

const mail = OneOf('none', 'digest', 'each')
const mutedTypes = Type.Array(NotificationType, { maxItems: 100 })
const mutedProjects = Type.Array(Id, { maxItems: 1000 })

export const Preferences = Type.Object({ mail, mutedTypes, mutedProjects })
export type Preferences = Static<typeof Preferences>

export const PreferencesChanges = Body({
  mail: Type.Optional(mail),
  mutedTypes: Type.Optional(mutedTypes),
  mutedProjects: Type.Optional(mutedProjects),
})
export type PreferencesChanges = Static<typeof PreferencesChanges>
