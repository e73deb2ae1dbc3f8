import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { useTranslation } from 'react-i18next'

const ours = ['low', 'normal', 'high', 'urgent'] as const

/** The four that the product brings speak the reader's language; others have the name they were given. */
export function usePriorityName() {
  const { t } = useTranslation()
  return ({ name }: TaskPriority) => {
    const known = ours.find(one => one === name)
    return known ? t(`boards.priorities.${known}`) : name
  }
}
