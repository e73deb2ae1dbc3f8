import { listTaskPriorities, type TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { useTranslation } from 'react-i18next'
import { itemsQuery } from '../../api.ts'

export const prioritiesQuery = {
  ...itemsQuery(['priorities'], listTaskPriorities, { query: { limit: 1000 } }),
  staleTime: Number.POSITIVE_INFINITY,
}

const builtIn = ['low', 'normal', 'high', 'urgent'] as const

/** The built-in priorities are translated; others have the name that an administrator gave them. */
export function usePriorityName() {
  const { t } = useTranslation()
  return ({ name }: TaskPriority) => {
    const known = builtIn.find(one => one === name)
    return known ? t(`boards.priorities.${known}`) : name
  }
}
