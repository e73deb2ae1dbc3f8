import { contract } from '@atrium/core/contract'
import { CalendarDate, Id, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import { Activity } from '#projects/activity.contract.ts'
import { TimeZone } from '#time-tracking/time-summary.contract.ts'

const Count = Type.Integer()
const Seconds = Type.Integer()

export const OverviewQuery = Type.Object({ timeZone: TimeZone })
export type OverviewQuery = Static<typeof OverviewQuery>

const OverviewTask = Type.Object({
  id: Id,
  boardId: Id,
  number: Id,
  title: Type.String(),
  dueDate: Nullable(CalendarDate),
  assignee: Nullable(UserSummary),
})

const OverviewTasks = Type.Object({
  count: Count,
  tasks: Type.Array(OverviewTask, { description: 'The first ten' }),
})

export const Overview = Type.Object({
  goal: Nullable(Type.String()),
  startDate: Nullable(CalendarDate),
  targetDate: Nullable(CalendarDate),
  today: Type.String({ format: 'date', description: 'In the time zone of the request' }),
  progress: Type.Object({
    doneCount: Count,
    totalCount: Count,
    doneSeconds: Type.Integer({ description: 'Estimates of completed tasks' }),
    totalSeconds: Seconds,
  }),
  load: Type.Array(
    Type.Object({
      user: Nullable(UserSummary),
      openCount: Count,
      estimateSeconds: Seconds,
      overdueCount: Count,
    }),
    { description: 'Open tasks of each member; unassigned ones have no user' },
  ),
  overdue: OverviewTasks,
  blocked: OverviewTasks,
  activity: Type.Array(Activity, { description: 'The last ten entries, newest first' }),
})
export type Overview = Static<typeof Overview>

export const getOverview = contract('getOverview', 'GET /project/:id/overview', {
  tag: 'Reports',
  summary: 'Get the overview of a project',
  description:
    'Goal, dates, progress, the open tasks of each member, what is overdue or blocked, and what happened last. Days are those of the time zone.',
  access: inProject('project.read'),
  query: OverviewQuery,
  reply: Item(Overview),
})
