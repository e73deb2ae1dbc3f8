import { contract } from '@atrium/core/contract'
import { CalendarDate, Id, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { Project } from '#projects/project.contract.ts'
import { listTasks, Task, TaskSelection } from '../task.contract.ts'

export const MAX_SCHEDULED = 2000

export const TaskScheduleQuery = Type.Object({
  ...TaskSelection.properties,
  from: Type.Optional({ ...CalendarDate, description: 'The first day that is shown' }),
  to: Type.Optional({ ...CalendarDate, description: 'The last day that is shown' }),
  dependencies: Type.Optional(
    Type.Boolean({ description: 'Whether to add which of these tasks block which' }),
  ),
})
export type TaskScheduleQuery = Static<typeof TaskScheduleQuery>

export const ScheduledTask = Type.Object({
  ...Type.Pick(Task, [
    'id',
    'projectId',
    'boardId',
    'columnId',
    'number',
    'title',
    'priorityId',
    'assigneeId',
    'assigneeIds',
    'cycleId',
    'startDate',
    'dueDate',
    'version',
    'recurrenceId',
    'parentId',
    'subtaskTotal',
    'subtaskDone',
    'isBlocked',
    'completedAt',
  ]).properties,
  projectKey: Project.properties.key,
})
export type ScheduledTask = Static<typeof ScheduledTask>

export const TaskDependency = Type.Object({ blockerId: Id, blockedId: Id })
export type TaskDependency = Static<typeof TaskDependency>

export const TaskSchedule = Type.Object({
  tasks: Type.Array(ScheduledTask, { description: 'By their first day' }),
  hasMore: Type.Boolean({ description: `Whether there are more than these ${MAX_SCHEDULED}` }),
  dependencies: Type.Optional(
    Type.Array(TaskDependency, { description: 'Which of these tasks block which, with `dependencies=true`' }),
  ),
})
export type TaskSchedule = Static<typeof TaskSchedule>

export const listScheduledTasks = contract('listScheduledTasks', 'GET /task/schedule', {
  tag: 'Tasks',
  summary: 'List tasks by day',
  description: `Tasks that take place between two days, for a calendar or a timeline: those whose days from \`startDate\` to \`dueDate\` include one of them. A task with only one of these dates takes a single day, and one without dates is left out. Takes the filters of the list. At most ${MAX_SCHEDULED} tasks, which have fewer fields than those of the list.`,
  access: limitable(signedIn),
  query: TaskScheduleQuery,
  reply: Item(TaskSchedule),
  errors: listTasks.errors,
})
