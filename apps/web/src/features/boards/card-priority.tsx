import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { IconChevronDown, IconChevronsUp, IconChevronUp } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'
import { usePriorityName } from '../../data/tasks.ts'
import { useBoard } from './board-context.ts'
import { CardFact } from './card-fact.tsx'

const URGENT = 40
const NORMAL = 20

/** Only what is out of the ordinary is worth a mark. */
export function CardPriority({ id }: { id: number }) {
  const { t } = useTranslation()
  const { priorities } = useBoard()
  const nameOf = usePriorityName()
  const priority = priorities.get(id)
  if (!priority || priority.isDefault) return null
  return (
    <span style={{ color: readable(priority.color), display: 'inline-flex' }}>
      <CardFact icon={iconOf(priority)} name={t('boards.card.priority', { name: nameOf(priority) })} />
    </span>
  )
}

/** Light colours on white would hardly be seen. */
function readable(color: string) {
  return `color-mix(in srgb, ${color} 70%, var(--mantine-color-text))`
}

function iconOf({ level }: TaskPriority) {
  if (level >= URGENT) return IconChevronsUp
  return level > NORMAL ? IconChevronUp : IconChevronDown
}
