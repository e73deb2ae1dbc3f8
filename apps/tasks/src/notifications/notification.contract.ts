import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  CalendarDate,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { TimeZone, UserSummary } from '#administration/user.contract.ts'
import { MemberRole } from '#projects/rights.contract.ts'

export const NotificationType = OneOf(
  'task.assigned',
  'task.unassigned',
  'task.completed',
  'task.moved_out',
  'task.moved_in',
  'task.unblocked',
  'task.due_changed',
  'task.due_soon',
  'task.overdue',
  'comment.created',
  'comment.mention',
  'project.member_added',
  'project.member_removed',
  'project.role_changed',
  'project.webhook_disabled',
  'project.automation_paused',
  'automation.notified',
  'invitation.created',
  'invitation.accepted',
)
export type NotificationType = Static<typeof NotificationType>

export const NotificationActor = Type.Object({ id: Id, name: Nullable(Type.String()) })
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
  taskCount: Type.Optional(
    Type.Integer({ description: 'How many tasks were changed at once; `taskId` is null then' }),
  ),
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

/** The queries select what NotificationContext declares; rows of earlier releases may have less. */
export const StoredContext = Type.Unsafe<NotificationContext>({ type: 'object', additionalProperties: true })

export const Notification = Type.Object({
  id: Id,
  type: NotificationType,
  subject: Type.String(),
  body: Type.String(),
  context: StoredContext,
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

const UnreadCount = Type.Object({ unread: Type.Integer() })

export const NotificationsToRead = Body({ projectId: Type.Optional(Id) })
export type NotificationsToRead = Static<typeof NotificationsToRead>

const mail = OneOf('none', 'digest', 'each')
const mutedTypes = Type.Array(NotificationType, { maxItems: 100 })
const mutedProjects = Type.Array(Id, { maxItems: 1000 })

const TimeOfDay = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  errorCode: 'time_of_day_expected',
})

/** From evening to morning if it ends earlier than it begins. */
const QuietHours = Body({ from: TimeOfDay, to: TimeOfDay })
const quietHours = Type.Union([QuietHours, Type.Null()], {
  description: 'No emails about notifications in these hours; afterwards one email has all of them',
})
const summaryAt = Type.Unsafe<string | null>({
  ...Nullable(TimeOfDay),
  description: 'One email a day at this time, instead of several; null for none',
})

export const Preferences = Type.Object({
  mail,
  mutedTypes,
  mutedProjects,
  quietHours,
  summaryAt,
  timeZone: Type.String({ description: 'Of the quiet hours and the summary' }),
})
export type Preferences = Static<typeof Preferences>

export const PreferencesChanges = Body({
  mail: Type.Optional(mail),
  mutedTypes: Type.Optional(mutedTypes),
  mutedProjects: Type.Optional(mutedProjects),
  quietHours: Type.Optional(quietHours),
  summaryAt: Type.Optional(summaryAt),
  timeZone: Type.Optional(
    Type.Unsafe<string>({
      ...TimeZone,
      description: 'Counts unless you have chosen a time zone in your settings',
    }),
  ),
})
export type PreferencesChanges = Static<typeof PreferencesChanges>

const contract = contractsOf('Notifications')

export const listNotifications = contract('listNotifications', 'GET /notification', {
  summary: 'List notifications',
  description: 'Your notifications, newest first.',
  access: limitable(signedIn),
  query: NotificationFilters,
  reply: List(Notification),
  errors: ['project_not_found', 'not_a_member'],
})

export const countUnreadNotifications = contract(
  'countUnreadNotifications',
  'GET /notification/unread-count',
  {
    summary: 'Count unread notifications',
    description: 'The number for a badge.',
    access: limitable(signedIn),
    reply: Item(UnreadCount),
  },
)

export const readNotification = contract('readNotification', 'POST /notification/:id/read', {
  summary: 'Mark a notification as read',
  description: 'Marking it again changes nothing. 403 for a notification of someone else.',
  access: limitable(signedIn),
  reply: Item(Notification),
  errors: ['notification_not_found', 'foreign_notification', 'not_a_member'],
})

export const readAllNotifications = contract('readAllNotifications', 'POST /notification/read-all', {
  summary: 'Mark all notifications as read',
  description: 'All of them, or those of one project.',
  access: limitable(signedIn),
  body: NotificationsToRead,
  reply: Message,
  errors: ['project_not_found', 'not_a_member'],
})

export const getPreferences = contract('getPreferences', 'GET /notification/preferences', {
  summary: 'Get notification preferences',
  description: 'How you receive emails, and which types and projects you muted.',
  access: signedIn,
  reply: Item(Preferences),
})

export const updatePreferences = contract('updatePreferences', 'PUT /notification/preferences', {
  summary: 'Update notification preferences',
  description:
    'Changes the given preferences. `mail` is `none`, `digest` or `each`; `summaryAt` and `quietHours` delay emails.',
  access: signedIn,
  body: PreferencesChanges,
  reply: Item(Preferences),
})
