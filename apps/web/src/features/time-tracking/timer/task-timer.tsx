import { IconPlayerPlay, IconPlayerPlayFilled, IconPlayerStopFilled } from '@atrium/ui/icons'
import { ActionIcon, Anchor, Button, Card, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { runningTimerQuery, useStartTimer, useStopTimer } from '../../../data/time.ts'
import { TickingTime } from './ticking-time.tsx'

/** Starts and stops the caller's timer on a task. */
export function TaskTimer({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const { running, isRunning, toggle, isPending } = useTaskTimer(taskId)
  const Icon = isRunning ? IconPlayerStopFilled : IconPlayerPlayFilled
  return (
    <Button
      variant="light"
      color={isRunning ? 'red' : undefined}
      leftSection={<Icon size={16} />}
      loading={isPending}
      onClick={toggle}
    >
      {isRunning && running ? (
        <>
          {t('time.timer.stop')}
          <TickingTime since={running.startedAt} inherit ml={8} />
        </>
      ) : (
        t('time.timer.start')
      )}
    </Button>
  )
}

interface TaskTimerIconProps {
  task: { id: number; title: string }
  className?: string
}

/** The same in a row of a list. */
export function TaskTimerIcon({ task, className }: TaskTimerIconProps) {
  const { t } = useTranslation()
  const { isRunning, toggle, isPending } = useTaskTimer(task.id)
  const Icon = isRunning ? IconPlayerStopFilled : IconPlayerPlay
  const { title } = task
  return (
    <Tooltip label={isRunning ? t('time.timer.stop') : t('time.timer.start')}>
      <ActionIcon
        variant={isRunning ? 'light' : 'subtle'}
        color={isRunning ? 'red' : 'gray'}
        c={isRunning ? undefined : 'dimmed'}
        className={className}
        data-running={isRunning || undefined}
        loading={isPending}
        onClick={toggle}
        aria-label={t(isRunning ? 'time.timer.stopOn' : 'time.timer.startOn', { title })}
      >
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

function useTaskTimer(taskId: number) {
  const { data: running } = useQuery(runningTimerQuery)
  const start = useStartTimer()
  const stop = useStopTimer()
  const isRunning = running?.taskId === taskId
  return {
    running,
    isRunning,
    isPending: start.isPending || stop.isPending,
    toggle: () => (isRunning ? stop : start).mutate(taskId),
  }
}

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
