import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { fullName } from '@atrium/ui/format'
import type { exportLists } from './export-project.ts'

type Lists = Awaited<ReturnType<typeof exportLists>>

const header = [
  'number',
  'title',
  'board',
  'column',
  'description',
  'assignee',
  'priority',
  'start date',
  'due date',
  'estimate (hours)',
  'tracked (hours)',
  'stickers',
  'created',
  'completed',
]

/** One row for each task, in the words that the import reads as well. */
export function tasksCsv({ boards, members, tasks }: Lists, priorities: TaskPriority[]) {
  const board = new Map(boards.map(({ id, name }) => [id, name]))
  const column = new Map(
    boards.flatMap(({ columns }) => columns.map(({ id, title }) => [id, title] as const)),
  )
  const assignee = new Map(members.map(({ userId, user }) => [userId, user.email ?? fullName(user)]))
  const priority = new Map(priorities.map(({ id, name }) => [id, name]))
  const rows = tasks.map(task => [
    task.number,
    task.title,
    board.get(task.boardId),
    column.get(task.columnId),
    task.description,
    task.assigneeId && assignee.get(task.assigneeId),
    priority.get(task.priorityId),
    task.startDate,
    task.dueDate,
    task.estimateSeconds && hours(task.estimateSeconds),
    task.trackedSeconds && hours(task.trackedSeconds),
    task.stickers.map(({ name }) => name).join(', '),
    task.createdAt,
    task.completedAt,
  ])
  return BYTE_ORDER_MARK + toCsv([header, ...rows])
}

/** With as many digits as bring the same seconds back when the file is imported. */
function hours(seconds: number) {
  return String(Math.round(seconds / 0.36) / 10_000)
}
