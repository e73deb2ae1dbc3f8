import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { type DayRange, daysOf } from '../../schedule/task-dates.ts'
import type { Grouping } from '../../view/view-state.ts'
import { joined } from '../axis/time-scale.ts'

export interface GroupRow {
  type: 'group'
  /** The key in `collapsed`. */
  key: string
  /** The id of its record; null for tasks without one. */
  recordId: number | null
  count: number
  isCollapsed: boolean
  level: 1
}

export interface TaskRow {
  type: 'task'
  key: string
  task: ScheduledTask
  level: number
  hasSubtasks: boolean
  isCollapsed: boolean
  /** Its own days. */
  days: DayRange | undefined
  /** From the first to the last day of its sub-tasks. */
  summary: DayRange | undefined
}

export type TimelineRow = GroupRow | TaskRow

/** What a timeline can be grouped by: records that a task names. */
const groupFields = {
  project: 'projectId',
  board: 'boardId',
  column: 'columnId',
  priority: 'priorityId',
  assignee: 'assigneeId',
  cycle: 'cycleId',
} as const
export type TimelineGrouping = 'none' | keyof typeof groupFields

const timelineGroupings = ['none', ...Object.keys(groupFields)] as TimelineGrouping[]

/** Groupings of other views that make no sense along a time axis are ignored. */
export function timelineGrouping(groupBy: Grouping): TimelineGrouping {
  return timelineGroupings.find(name => name === groupBy) ?? 'none'
}

interface Layout {
  tasks: ScheduledTask[]
  groupBy: TimelineGrouping
  collapsed: ReadonlySet<string>
  /** The order of two groups. */
  compare: (one: number | null, other: number | null) => number
  /** By which day a task is sorted. */
  sortDayOf?: (task: ScheduledTask) => string | undefined
}

export function firstDayOf(task: ScheduledTask) {
  return daysOf(task)?.from
}

/** Groups with their tasks, sub-tasks below their parents; by the first day, those without dates last. */
export function rowsOf({
  tasks,
  groupBy,
  collapsed,
  compare,
  sortDayOf = firstDayOf,
}: Layout): TimelineRow[] {
  if (groupBy === 'none') return treeRows(tasks, collapsed, sortDayOf, 1)
  const field = groupFields[groupBy]
  const groups = Map.groupBy(tasks, task => task[field])
  return [...groups.keys()].sort(compare).flatMap((recordId): TimelineRow[] => {
    const members = groups.get(recordId) ?? []
    const key = `group ${recordId}`
    const isCollapsed = collapsed.has(key)
    const group = { type: 'group', key, recordId, count: members.length, isCollapsed, level: 1 } as const
    return isCollapsed ? [group] : [group, ...treeRows(members, collapsed, sortDayOf, 2)]
  })
}

interface Branch {
  task: ScheduledTask
  days: DayRange | undefined
  summary: DayRange | undefined
  sortDay: string | undefined
  children: Branch[]
}

/** A sub-task whose parent is elsewhere stands on its own. */
function treeRows(
  tasks: ScheduledTask[],
  collapsed: ReadonlySet<string>,
  sortDayOf: (task: ScheduledTask) => string | undefined,
  level: number,
) {
  const ids = new Set(tasks.map(({ id }) => id))
  const parentOf = ({ parentId }: ScheduledTask) => (parentId !== null && ids.has(parentId) ? parentId : null)
  const children = Map.groupBy(tasks, parentOf)
  const branchesOf = (parentId: number | null): Branch[] =>
    (children.get(parentId) ?? []).map(branchOf).sort(byFirstDay)
  const branchOf = (task: ScheduledTask): Branch => {
    const below = branchesOf(task.id)
    // Sorted: the first one is the earliest.
    const sortDay = sortDayOf(task) ?? below[0]?.sortDay
    return { task, days: daysOf(task), summary: summaryOf(below), sortDay, children: below }
  }
  const rows: TaskRow[] = []
  const add = ({ task, days, summary, children: below }: Branch, depth: number) => {
    const key = `task ${task.id}`
    const isCollapsed = below.length > 0 && collapsed.has(key)
    const hasSubtasks = below.length > 0
    rows.push({ type: 'task', key, task, level: depth, hasSubtasks, isCollapsed, days, summary })
    if (!isCollapsed) for (const branch of below) add(branch, depth + 1)
  }
  for (const branch of branchesOf(null)) add(branch, level)
  return rows
}

function summaryOf(branches: Branch[]) {
  const ranges = branches.flatMap(({ days, summary }) => [days ?? [], summary ?? []].flat())
  return ranges.length > 0 ? ranges.reduce(joined) : undefined
}

function byFirstDay(one: Branch, other: Branch) {
  const { sortDay: first = '9999' } = one
  const { sortDay: second = '9999' } = other
  return first === second ? one.task.id - other.task.id : first < second ? -1 : 1
}

/** Where the parent or the group of a row is. */
export function parentRow(rows: TimelineRow[], at: number) {
  const level = rows[at]?.level ?? 1
  return rows.findLastIndex((row, index) => index < at && row.level < level)
}
