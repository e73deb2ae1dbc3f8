import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { durationText } from '@atrium/ui/format'
import { IconClock, IconPlayerStopFilled } from '@atrium/ui/icons'
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../../data/current-user.ts'
import { runningTimerQuery, useStopTimer } from '../../../data/time.ts'
import { useLiveMessages } from '../../../live/live-provider.tsx'
import { TickingTime } from './ticking-time.tsx'
import classes from './timer-pill.module.css'

/** What is being timed, on every page; a clock that leads to the day sheet while nothing is. */
export function TimerPill() {
  const { t, i18n } = useTranslation()
  const { data: running } = useQuery(runningTimerQuery)
  const { mutate: stop, isPending } = useStopTimer()

  if (!running) return <IdleClock />

  const { title } = running.task
  const tellStopped = (seconds: number | null) =>
    notifyOfSuccess(t('time.timer.stopped', { duration: durationText(seconds ?? 0, i18n.language), title }))
  return (
    <div className={classes.pill}>
      <UnstyledButton
        component={Link}
        to={`/task/${running.taskId}`}
        className={classes.task}
        aria-label={t('time.timer.open', { title })}
      >
        <span className={classes.pulse} aria-hidden="true" />
        <span className={classes.title}>{title}</span>
        <TickingTime since={running.startedAt} fz="sm" fw={600} />
      </UnstyledButton>
      <Tooltip label={t('time.timer.stop')}>
        <ActionIcon
          size={28}
          radius="xl"
          color="red.9"
          variant="filled"
          loading={isPending}
          aria-label={t('time.timer.stopOn', { title })}
          onClick={() => stop(running.taskId, { onSuccess: ({ item }) => tellStopped(item.duration) })}
        >
          <IconPlayerStopFilled size={14} />
        </ActionIcon>
      </Tooltip>
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

/** The same person may start and stop the timer on another device. */
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
