import { durationText } from '@atrium/ui/durations'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconButton } from '@atrium/ui/icon-button'
import { IconClock, IconPlayerPlay, IconPlayerPlayFilled, IconPlayerStopFilled } from '@atrium/ui/icons'
import {
  ActionIcon,
  Anchor,
  Button,
  Card,
  Group,
  Stack,
  Text,
  type TextProps,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runningTimerQuery, useStartTimer, useStopTimer } from '../../data/planning/time.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'
import { clockText } from './durations.ts'
import classes from './timer.module.css'

/** The running timer on every page; without one, a link to the timesheet. */
export function TimerPill() {
  const { t, i18n } = useTranslation()
  const { data: running } = useQuery(runningTimerQuery)
  const { mutate: stop, isPending } = useStopTimer()

  if (!running) return <IdleClock />

  const { title } = running.task
  const announceStop = ({ duration, discarded }: { duration: number | null; discarded?: boolean }) => {
    if (discarded) return notifyOfSuccess(t('time.timer.discarded', { title }))
    notifyOfSuccess(t('time.timer.stopped', { duration: durationText(duration ?? 0, i18n.language), title }))
  }
  return (
    <div className={classes.pill}>
      <UnstyledButton
        component={Link}
        to={`/task/${running.taskId}`}
        className={classes.task}
        title={t('time.timer.open', { title })}
      >
        <span className={classes.pulse} aria-hidden="true" />
        <span className={classes.title}>{title}</span>
        <TickingTime since={running.startedAt} fz="sm" fw={600} />
      </UnstyledButton>
      <IconButton
        icon={IconPlayerStopFilled}
        iconSize={14}
        label={t('time.timer.stopOn', { title })}
        tooltip={t('time.timer.stop')}
        size={28}
        radius="xl"
        color="red.9"
        variant="filled"
        loading={isPending}
        onClick={() => stop(running.taskId, { onSuccess: ({ item }) => announceStop(item) })}
      />
    </div>
  )
}

function IdleClock() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('time.title')}>
      <ActionIcon
        component={Link}
        to="/time"
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('time.timer.idle')}
      >
        <IconClock size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

/** The user may start and stop the timer on another device. */
export function LiveTimer() {
  const queryClient = useQueryClient()
  const { data: user } = useQuery(currentUserQuery)
  useLiveMessages(({ event, data }) => {
    if (event !== 'change' || (data.type !== 'time.started' && data.type !== 'time.stopped')) return
    if (data.patch.userId !== user?.id) return
    void queryClient.invalidateQueries({ queryKey: ['time'] })
  })
  return null
}

/** Starts and stops the user's timer on a task. */
export function TaskTimer({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const { running, isRunning, toggle, isPending } = useTaskTimer(taskId)
  const Icon = isRunning ? IconPlayerStopFilled : IconPlayerPlayFilled
  return (
    <Button
      variant="light"
      size="compact-md"
      color={isRunning ? 'red' : undefined}
      leftSection={<Icon size={14} />}
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
    <IconButton
      icon={Icon}
      label={t(isRunning ? 'time.timer.stopOn' : 'time.timer.startOn', { title })}
      tooltip={isRunning ? t('time.timer.stop') : t('time.timer.start')}
      variant={isRunning ? 'light' : 'subtle'}
      color={isRunning ? 'red' : 'gray'}
      c={isRunning ? undefined : 'dimmed'}
      className={className}
      data-running={isRunning || undefined}
      loading={isPending}
      onClick={toggle}
    />
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

/** The task that the user's timer runs on. */
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

/** The time since then, such as `0:12:05`, updated every second. */
export function TickingTime({ since, ...props }: TextProps & { since: string }) {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true })
  return (
    <Text span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }} {...props}>
      {clockText((now - Date.parse(since)) / 1000)}
    </Text>
  )
}
