import { durationText, parseDuration } from '@atrium/ui/durations'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutationForm } from '@atrium/ui/forms/form'
import { IconClockPlus } from '@atrium/ui/icons'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { todayIn } from '../../data/days.ts'
import { placeOnDay } from './place-on-day.ts'
import { TaskTimeChart } from './task-time-chart.tsx'
import { intervalsQuery, useCreateInterval, useDeleteInterval } from './time.queries.ts'
import { TaskTimer } from './timer.tsx'

const DAY_SECONDS = 24 * 3600

/** The time tab of a task: adds time, and shows where it went. */
export function TaskTime({ taskId, mayTrack }: { taskId: number; mayTrack: boolean }) {
  const { timeZone } = useTimeZone()
  return (
    <Stack gap="lg">
      {mayTrack && timeZone && <LogTime taskId={taskId} timeZone={timeZone} />}
      <TaskTimeChart taskId={taskId} />
    </Stack>
  )
}

/** `30m` and Enter are enough; day and note are optional. */
function LogTime({ taskId, timeZone }: { taskId: number; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const { offerUndo } = useUndo()
  const remove = useDeleteInterval()
  const today = todayIn(timeZone)
  const form = useMutationForm({
    mutation: useLogTime(taskId, timeZone),
    initialValues: { duration: '', day: today, note: '' },
    toInput: ({ duration, day, note }) => ({
      seconds: parseDuration(duration, 'minutes') ?? 0,
      day,
      note: note.trim(),
    }),
    validate: {
      duration: text => {
        const seconds = parseDuration(text, 'minutes')
        if (!seconds) return t('time.log.unclear')
        return seconds > DAY_SECONDS ? t('time.log.tooLong') : null
      },
    },
    aliases: { startedAt: 'day', endedAt: 'duration' },
    onSuccess: ({ item }) => {
      form.reset()
      const duration = durationText(item.duration ?? 0, i18n.language)
      offerUndo(t('time.log.done', { duration }), () => remove.mutate(item))
    },
  })
  return (
    <form onSubmit={form.onSubmit} aria-label={t('time.log.title')}>
      <Group gap="sm" align="flex-start">
        <TextInput
          {...form.field('duration')}
          label={t('time.log.duration')}
          placeholder={t('time.log.placeholder')}
          error={form.field('duration').error ?? form.error}
          autoComplete="off"
          flex="1 1 8rem"
        />
        <TextInput
          {...form.field('day')}
          type="date"
          label={t('time.log.day')}
          max={today}
          required
          withAsterisk={false}
          flex="1 1 9rem"
        />
        <TextInput
          {...form.field('note')}
          label={t('time.log.note')}
          maxLength={1000}
          autoComplete="off"
          flex="2 1 12rem"
        />
      </Group>
      <Group gap="sm" mt="sm">
        <Button type="submit" leftSection={<IconClockPlus size={16} />} loading={form.isPending}>
          {t('time.log.submit')}
        </Button>
        <TaskTimer taskId={taskId} />
      </Group>
    </form>
  )
}

interface LoggedTime {
  seconds: number
  day: string
  note: string
}

/** Looks for a free place on the day first. */
function useLogTime(taskId: number, timeZone: string) {
  const queryClient = useQueryClient()
  const create = useCreateInterval()
  return useMutation({
    mutationFn: async ({ seconds, day, note }: LoggedTime) => {
      const { items } = await queryClient.fetchQuery({ ...intervalsQuery(day, 1, timeZone), staleTime: 0 })
      const startedAt = placeOnDay(seconds, items, { day, timeZone })
      return create.mutateAsync({ taskId, startedAt, duration: seconds, ...(note && { note }) })
    },
    // The inner mutation reports them.
    meta: { showsOwnErrors: true },
  })
}
