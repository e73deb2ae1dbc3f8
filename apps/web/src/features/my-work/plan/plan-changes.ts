import type { Plan, TaskInPlan } from '@atrium/tasks/planning/plan.contract'

/** What a list shows of a task, and what the plan needs of it. */
export type PlannableTask = Omit<TaskInPlan, 'projectKey' | 'plannedFor'>

export type PlanChange =
  /** `afterTaskId` is null for the top of the day, undefined for its end. */
  | { kind: 'place'; task: PlannableTask; day: string; afterTaskId?: number | null | undefined }
  | { kind: 'remove'; task: PlannableTask }
  | { kind: 'rollOver'; day: string }

/** The plan as it is after the change: it shows before the server has answered. */
export function withChange(plan: Plan, change: PlanChange): Plan {
  if (change.kind === 'rollOver') return withRolledOver(plan, change.day)
  const others = plan.tasks.filter(({ id }) => id !== change.task.id)
  if (change.kind === 'remove') return { ...plan, tasks: others }
  const { task, day, afterTaskId } = change
  const known = plan.tasks.find(({ id }) => id === task.id)
  const placed: TaskInPlan = { projectKey: known?.projectKey ?? '', ...task, plannedFor: day }
  return { ...plan, tasks: others.toSpliced(indexIn(others, day, afterTaskId), 0, placed) }
}

function indexIn(tasks: TaskInPlan[], day: string, afterTaskId: number | null | undefined) {
  const first = tasks.findIndex(({ plannedFor }) => plannedFor >= day)
  const start = first < 0 ? tasks.length : first
  if (afterTaskId === null) return start
  const after = tasks.findIndex(({ id, plannedFor }) => id === afterTaskId && plannedFor === day)
  if (after >= 0) return after + 1
  return tasks.findLastIndex(({ plannedFor }) => plannedFor <= day) + 1
}

function withRolledOver(plan: Plan, day: string): Plan {
  const late = plan.tasks.filter(task => isLate(task, day))
  return late.reduce((now, task) => withChange(now, { kind: 'place', task, day }), plan)
}

/** Whether a task was planned for an earlier day and is not done. */
export function isLate({ plannedFor, completedAt }: TaskInPlan, today: string) {
  return plannedFor < today && completedAt === null
}

/** The place one step up or down within the day; undefined if there is none. */
export function stepWithin(tasks: TaskInPlan[], id: number, step: -1 | 1) {
  const at = tasks.findIndex(task => task.id === id)
  const to = at + step
  if (at < 0 || to < 0 || to >= tasks.length) return undefined
  const after = step > 0 ? tasks[to] : tasks[to - 1]
  return { afterTaskId: after?.id ?? null }
}

/** How much is planned for a day, and how much of it nobody has estimated. */
export function sumOf(tasks: TaskInPlan[]) {
  return {
    seconds: tasks.reduce((sum, { estimateSeconds }) => sum + (estimateSeconds ?? 0), 0),
    unestimated: tasks.filter(({ estimateSeconds }) => estimateSeconds === null).length,
  }
}

interface WorkingHours {
  workdaySeconds: number
  workingDays: number[]
}

export function workingSecondsOn(day: string, { workdaySeconds, workingDays }: WorkingHours) {
  const weekday = new Date(day).getUTCDay() || 7
  return workingDays.includes(weekday) ? workdaySeconds : 0
}
