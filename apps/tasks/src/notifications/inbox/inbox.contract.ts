import { contractsOf } from '@atrium/core/contract'
import { Body, Default, Id, Instant, Item, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { Notification, NotificationType } from '../notification.contract.ts'

const InboxTask = Type.Object({
  id: Id,
  number: Id,
  projectKey: Nullable(Type.String()),
  title: Type.String(),
  completedAt: Nullable(Instant),
})

const EarlierNotification = Type.Object({
  id: Id,
  type: NotificationType,
  subject: Type.String(),
  createdAt: Instant,
})

/** All notifications about one task that are not done yet, or a single one that is not about a task. */
export const InboxGroup = Type.Object({
  id: Type.Integer({ ...Id, description: 'The ID of the newest notification' }),
  task: Type.Union([InboxTask, Type.Null()], {
    description: 'The task as it is now; null if it was deleted, or if this is not about a task',
  }),
  newest: Notification,
  earlier: Type.Array(EarlierNotification, { description: 'Up to nine others, newest first' }),
  count: Type.Integer({ description: 'How many notifications the group has' }),
  unread: Type.Integer(),
  snoozedUntil: Nullable(Instant),
  doneAt: Nullable(Instant),
})
export type InboxGroup = Static<typeof InboxGroup>

const filter = OneOf('all', 'mentions', 'assigned', 'overdue')
export type InboxFilter = Static<typeof filter>

export const InboxQuery = Type.Object({
  ...ListQuery.properties,
  state: Default(OneOf('open', 'snoozed', 'done'), 'open'),
  filter: Default(filter, 'all'),
  projectId: Type.Optional(Id),
})
export type InboxQuery = Static<typeof InboxQuery>

export const GroupsToFinish = Body({
  filter: Default(filter, 'all'),
  projectId: Type.Optional(Id),
})
export type GroupsToFinish = Static<typeof GroupsToFinish>

const FinishedGroups = Type.Object({
  doneAt: Type.String({
    format: 'date-time',
    description: 'Identifies these groups for `POST /inbox/reopen`',
  }),
  count: Type.Integer({ description: 'How many notifications are now done' }),
})

export const Snooze = Body({ until: Type.String({ format: 'date-time', description: 'In the future' }) })
export type Snooze = Static<typeof Snooze>

export const GroupsToReopen = Body({ doneAt: Instant })
export type GroupsToReopen = Static<typeof GroupsToReopen>

const ReopenedGroups = Type.Object({ count: Type.Integer() })

const contract = contractsOf('Notifications')

const ofGroup = {
  access: limitable(signedIn),
  reply: Item(InboxGroup),
  errors: ['notification_not_found', 'foreign_notification', 'not_a_member'],
} as const

export const listInbox = contract('listInbox', 'GET /inbox', {
  summary: 'List your inbox',
  description:
    'Your notifications, one group per task, the latest first. `filter` keeps groups with a mention, an assignment or an overdue reminder. A new notification about a task that is done or snoozed brings it back.',
  access: limitable(signedIn),
  query: InboxQuery,
  reply: List(InboxGroup),
  errors: ['project_not_found', 'not_a_member'],
})

export const readInboxGroup = contract('readInboxGroup', 'POST /inbox/:id/read', {
  summary: 'Mark a group as read',
  description: 'The notification with this ID and all earlier ones about the same task.',
  ...ofGroup,
})

export const finishInboxGroup = contract('finishInboxGroup', 'POST /inbox/:id/done', {
  summary: 'Mark a group as done',
  description:
    'The notification with this ID and all earlier ones about the same task are read and done. A newer one keeps the group in the inbox.',
  ...ofGroup,
})

export const snoozeInboxGroup = contract('snoozeInboxGroup', 'POST /inbox/:id/snooze', {
  summary: 'Snooze a group',
  description:
    'Hides the group until then, or until there is a new notification about the task. It comes back unread.',
  ...ofGroup,
  body: Snooze,
})

export const reopenInboxGroup = contract('reopenInboxGroup', 'POST /inbox/:id/reopen', {
  summary: 'Return a group to the inbox',
  description: 'Undoes `done` and `snooze`. Notifications that were done earlier than the rest stay done.',
  ...ofGroup,
})

export const finishInbox = contract('finishInbox', 'POST /inbox/done', {
  summary: 'Mark all groups as done',
  description: 'All open groups, or those of a filter or project.',
  access: limitable(signedIn),
  body: GroupsToFinish,
  reply: Item(FinishedGroups),
  errors: ['project_not_found', 'not_a_member'],
})

export const reopenInbox = contract('reopenInbox', 'POST /inbox/reopen', {
  summary: 'Undo marking all groups as done',
  description: 'Returns everything that was marked as done at that moment.',
  access: limitable(signedIn),
  body: GroupsToReopen,
  reply: Item(ReopenedGroups),
})
