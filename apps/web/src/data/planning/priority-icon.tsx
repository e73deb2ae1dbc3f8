import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { IconChevronDown, IconChevronsUp, IconChevronUp, IconMinus } from '@atrium/ui/icons'

/** The same sign for a priority everywhere; its shape tells the level without the color. */
export function PriorityIcon({ priority, size = 16 }: { priority: TaskPriority; size?: number }) {
  const Icon = iconOf(priority)
  return <Icon size={size} stroke={2} color={readable(priority.color)} aria-hidden />
}

const URGENT = 40
const NORMAL = 20

function iconOf({ isDefault, level }: TaskPriority) {
  if (isDefault || level === NORMAL) return IconMinus
  if (level >= URGENT) return IconChevronsUp
  return level > NORMAL ? IconChevronUp : IconChevronDown
}

/** Light colors have too little contrast on white. */
function readable(color: string) {
  return `color-mix(in srgb, ${color} 70%, var(--mantine-color-text))`
}
