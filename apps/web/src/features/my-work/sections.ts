import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { addDays } from '../../data/days.ts'
import type { PlannableTask } from './plan/plan-changes.ts'

const order = ['overdue', 'today', 'week', 'later', 'undated'] as const
export type SectionName = (typeof order)[number]

/** By due date; within a section by priority. */
export function sectionsOf<Listed extends PlannableTask>(
  tasks: Listed[],
  today: string,
  priorities: TaskPriority[],
) {
  const level = ({ priorityId }: Listed) => priorities.find(({ id }) => id === priorityId)?.level ?? 0
  const sorted = tasks.toSorted(
    (one, other) =>
      (one.dueDate ?? '').localeCompare(other.dueDate ?? '') ||
      level(other) - level(one) ||
      one.id - other.id,
  )
  const groups = Map.groupBy(sorted, ({ dueDate }) => sectionOf(dueDate, today))
  return order.flatMap(name => {
    const ofSection = groups.get(name)
    return ofSection ? [{ name, tasks: ofSection }] : []
  })
}

function sectionOf(dueDate: string | null, today: string): SectionName {
  if (!dueDate) return 'undated'
  if (dueDate < today) return 'overdue'
  if (dueDate === today) return 'today'
  return dueDate <= addDays(today, 7) ? 'week' : 'later'
}
