import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { runningTimerQuery } from '../../data/time.ts'
import { TaskTimer } from './task-timer.tsx'

/** What one is at, if anything. */
export function RunningTimer() {
  const { t } = useTranslation()
  const { data: running } = useQuery(runningTimerQuery)
  if (!running) return null
  return (
    <Card component="section" padding="sm" px="md" shadow="xs" aria-label={t('time.timer.running')}>
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0} flex="1 1 10rem">
          <Text size="xs" c="dimmed" fw={600}>
            {t('time.timer.running')}
          </Text>
          <Anchor component={Link} to={`/task/${running.taskId}`} c="inherit" fw={600} truncate>
            {running.task.title}
          </Anchor>
        </Stack>
        <TaskTimer taskId={running.taskId} />
      </Group>
    </Card>
  )
}
