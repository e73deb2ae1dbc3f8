import type { ScheduledTask, TaskDependency } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { daysOf } from '../../schedule/task-dates.ts'
import type { PlacedBar, RowHeight } from '../bars/bar-place.ts'

interface Point {
  x: number
  y: number
}

export interface DependencyLine extends TaskDependency {
  path: string
  /** The blocked task starts before its blocker ends. */
  isLate: boolean
  isDone: boolean
}

interface Visible {
  firstRow: number
  lastRow: number
  left: number
  right: number
}

const OUT = 10
const RADIUS = 4

/** The lines that cross the visible part, from the end of the blocker to the start of the blocked task. */
export function linesIn(
  dependencies: TaskDependency[],
  tasks: ReadonlyMap<number, ScheduledTask>,
  bars: ReadonlyMap<number, PlacedBar>,
  { height, middle }: RowHeight,
  visible: Visible,
): DependencyLine[] {
  return dependencies.flatMap(dependency => {
    const blocker = bars.get(dependency.blockerId)
    const blocked = bars.get(dependency.blockedId)
    if (!blocker || !blocked || !crosses(blocker, blocked, visible)) return []
    const yOf = ({ row }: PlacedBar) => row * height + middle
    const points = routeOf(
      { x: blocker.right, y: yOf(blocker) },
      { x: blocked.left, y: yOf(blocked) },
      height,
    )
    const isDone = [dependency.blockerId, dependency.blockedId].some(id => tasks.get(id)?.completedAt)
    return [{ ...dependency, path: pathOf(points), isLate: !isDone && isLate(dependency, tasks), isDone }]
  })
}

function crosses(one: PlacedBar, other: PlacedBar, { firstRow, lastRow, left, right }: Visible) {
  return (
    Math.min(one.row, other.row) <= lastRow &&
    Math.max(one.row, other.row) >= firstRow &&
    Math.min(one.right, other.left) - OUT <= right &&
    Math.max(one.right, other.left) + OUT >= left
  )
}

function isLate({ blockerId, blockedId }: TaskDependency, tasks: ReadonlyMap<number, ScheduledTask>) {
  const blocker = tasks.get(blockerId)
  const blocked = tasks.get(blockedId)
  const end = blocker && daysOf(blocker)?.to
  const start = blocked && daysOf(blocked)?.from
  return end !== undefined && start !== undefined && start < end
}

/** Leaves to the right and arrives from the left; where there is no room between the two, it goes around between the rows. */
export function routeOf(from: Point, to: Point, rowHeight: number): Point[] {
  const out = from.x + OUT
  if (to.x >= out + OUT) return [from, { x: out, y: from.y }, { x: out, y: to.y }, to]
  const between = to.y + (to.y > from.y ? -rowHeight / 2 : rowHeight / 2)
  const into = to.x - OUT
  return [
    from,
    { x: out, y: from.y },
    { x: out, y: between },
    { x: into, y: between },
    { x: into, y: to.y },
    to,
  ]
}

/** With rounded corners. */
export function pathOf(points: Point[]) {
  return points
    .map((point, at) => {
      const before = points[at - 1]
      const after = points[at + 1]
      if (!before) return `M${point.x} ${point.y}`
      if (!after) return `L${point.x} ${point.y}`
      const start = towards(point, before)
      const end = towards(point, after)
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`
    })
    .join('')
}

function towards(corner: Point, other: Point) {
  const distance = Math.hypot(other.x - corner.x, other.y - corner.y)
  const part = distance === 0 ? 0 : Math.min(RADIUS, distance / 2) / distance
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part }
}

/** The task with everything before and after it. */
export function chainOf(taskId: number, dependencies: TaskDependency[]) {
  const chain = new Set([taskId])
  const walk = (id: number, from: keyof TaskDependency, to: keyof TaskDependency) => {
    for (const dependency of dependencies) {
      if (dependency[from] !== id || chain.has(dependency[to])) continue
      chain.add(dependency[to])
      walk(dependency[to], from, to)
    }
  }
  walk(taskId, 'blockerId', 'blockedId')
  walk(taskId, 'blockedId', 'blockerId')
  return chain
}
