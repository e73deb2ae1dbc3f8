import { endpoint, open } from '@atrium/core/contract'
import { Notices } from '@atrium/core/notices.contract'
import { Nullable } from '@atrium/core/schema'
import { Type } from 'typebox'
import { CurrentUser, UserSettings } from '#administration/user.contract.ts'
import { Navigation } from '#boards/navigation.contract.ts'
import { TaskPriority } from '#tasks/priorities/task-priority.contract.ts'
import { TimeInterval } from '#time-tracking/time-interval.contract.ts'

const Startup = Type.Object({
  user: CurrentUser,
  settings: UserSettings,
  navigation: Navigation,
  priorities: Type.Array(TaskPriority),
  runningTimer: Nullable(TimeInterval),
  unreadNotifications: Type.Integer(),
  notices: Notices,
  streamToken: Type.String({ description: 'Opens `GET /events` once, within a minute' }),
  changeId: Type.Integer({
    description: 'To follow changes since this response, open `GET /events` with `lastEventId=-{changeId}`',
  }),
})

export const getStartup = endpoint('getStartup', 'GET /startup', {
  tag: 'Users',
  summary: 'Get what an application needs at its start',
  description:
    'Your user, settings, projects and boards, running timer and unread notifications, the priorities and a token for the event stream in one response. Without a valid session, `item` is `null`.',
  access: open,
  reply: Type.Object({ item: Nullable(Startup) }),
  errors: [
    'account_inactive',
    'account_archived',
    'scope_required',
    'outside_token_projects',
    'user_token_required',
    'profile_unavailable',
    'own_token_refused',
    'user_email_taken',
  ],
})
