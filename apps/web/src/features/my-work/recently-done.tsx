import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconCircleCheck } from '@atrium/ui/icons'
import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './task-row.module.css'
import { TaskSection } from './task-section.tsx'

export function RecentlyDone({ tasks }: { tasks: Task[] }) {
  const { t } = useTranslation()
  if (tasks.length === 0) return null
  return (
    <TaskSection title={t('work.sections.done')}>
      {tasks.map(({ id, boardId, title }) => (
        <li key={id} className={classes.row}>
          <Group gap="sm" wrap="nowrap" miw={0} c="dimmed">
            <IconCircleCheck size={20} stroke={1.75} color="var(--mantine-color-teal-6)" aria-hidden="true" />
            <Text
              component={Link}
              to={`/board/${boardId}/task/${id}`}
              td="line-through"
              lineClamp={1}
              className={classes.title}
            >
              {title}
            </Text>
          </Group>
        </li>
      ))}
    </TaskSection>
  )
}
