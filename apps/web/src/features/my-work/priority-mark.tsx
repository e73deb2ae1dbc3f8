import type { TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { ColorSwatch, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const known = ['low', 'normal', 'high', 'urgent'] as const

/** The four that every installation begins with have a name in each language. */
export function PriorityMark({ priority }: { priority: TaskPriority }) {
  const { t } = useTranslation()
  const name = known.find(one => one === priority.name)
  return (
    <Group component="span" gap={5} wrap="nowrap">
      <ColorSwatch component="span" color={priority.color} size={9} withShadow={false} aria-hidden="true" />
      {name ? t(`work.priorities.${name}`) : priority.name}
    </Group>
  )
}
