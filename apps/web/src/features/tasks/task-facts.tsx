import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MomentText } from './moment-text.tsx'
import { useTaskWords } from './task-words.ts'

/** Who made it and when it last changed. */
export function TaskFacts({ task }: { task: Task }) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  return (
    <Stack gap={2} mt="xs">
      <Text size="xs" c="dimmed">
        {t('tasks.facts.created', { name: wordsFor('assigneeId', task.creatorId) })},{' '}
        <MomentText value={task.createdAt} />
      </Text>
      <Text size="xs" c="dimmed">
        {t('tasks.facts.updated')} <MomentText value={task.updatedAt} />
      </Text>
      {task.completedAt && (
        <Text size="xs" c="dimmed">
          {t('tasks.facts.completed')} <MomentText value={task.completedAt} />
        </Text>
      )}
    </Stack>
  )
}
