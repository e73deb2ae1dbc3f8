import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import type { DailySummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { durationText } from '@atrium/ui/durations'
import { EmptyState } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconClock, IconPencil, IconTrash } from '@atrium/ui/icons'
import { DurationText } from '@atrium/ui/time-text'
import { Alert, Anchor, Card, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords, dayOf } from '../../data/days.ts'
import { allProjectsQuery } from '../../data/projects/projects.ts'
import { DeleteIntervalDialog, EditIntervalDialog } from './interval-dialogs.tsx'
import { secondsOnDay } from './interval-times.ts'
import { LazyBars } from './lazy-bars.tsx'
import { TickingTime } from './timer.tsx'

interface DaySheetProps {
  summary: DailySummary
  intervals: TimeInterval[]
  timeZone: string
}

/** Total, hours and intervals of one day. */
export function DaySheet({ summary, intervals, timeZone }: DaySheetProps) {
  const { t, i18n } = useTranslation()
  const [edited, setEdited] = useState<TimeInterval>()
  const [deleted, setDeleted] = useState<TimeInterval>()
  const { date, hours, totalSeconds, overlapSeconds } = summary
  return (
    <Stack gap="lg">
      {intervals.length === 0 ? (
        <EmptyState icon={IconClock} title={t('time.empty.title')} text={t('time.empty.text')} />
      ) : (
        <>
          <Card padding="md" shadow="xs">
            <Group justify="space-between" align="baseline" mb="sm">
              <Text component="h2" size="sm" fw={600} m={0}>
                {t('time.day.hours')}
              </Text>
              <Text fw={650} fz="lg">
                {t('time.day.total')} <DurationText seconds={totalSeconds} />
              </Text>
            </Group>
            <HoursChart hours={hours} />
          </Card>
          {overlapSeconds > 0 && (
            <Alert color="amber" role="status">
              {t('time.day.overlap', { duration: durationText(overlapSeconds, i18n.language) })}
            </Alert>
          )}
          <IntervalList
            intervals={intervals}
            date={date}
            timeZone={timeZone}
            onEdit={setEdited}
            onDelete={setDeleted}
          />
        </>
      )}
      <EditIntervalDialog interval={edited} onClose={() => setEdited(undefined)} timeZone={timeZone} />
      <DeleteIntervalDialog interval={deleted} onClose={() => setDeleted(undefined)} />
    </Stack>
  )
}

/** A bar for each hour of the local clock. */
function HoursChart({ hours }: { hours: number[] }) {
  const { t, i18n } = useTranslation()
  const words = (seconds: number) => durationText(seconds, i18n.language)
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const fullest = Math.max(60, ...hours.map(seconds => Math.ceil(seconds / 60)))
  return (
    <>
      <VisuallyHidden component="ul">
        {hours.map(
          (seconds, hour) => seconds > 0 && <li key={clock(hour)}>{`${clock(hour)}: ${words(seconds)}`}</li>,
        )}
      </VisuallyHidden>
      <LazyBars
        h={150}
        dataKey="hour"
        data={hours.map((seconds, hour) => ({ hour: clock(hour), minutes: seconds / 60 }))}
        series={[{ name: 'minutes', label: t('time.report.duration'), color: 'cobalt.5' }]}
        xAxisProps={{ interval: 'preserveStart', minTickGap: 16 }}
        yAxisProps={{ domain: [0, fullest], ticks: [0, fullest / 2, fullest], width: 60 }}
        valueFormatter={minutes => words(minutes * 60)}
      />
    </>
  )
}

interface IntervalListProps {
  intervals: TimeInterval[]
  date: string
  timeZone: string
  onEdit: (interval: TimeInterval) => void
  onDelete: (interval: TimeInterval) => void
}

/** The intervals of a day by task. */
function IntervalList({ intervals, date, timeZone, onEdit, onDelete }: IntervalListProps) {
  const tasks = Map.groupBy(intervals, ({ taskId }) => taskId)
  return (
    <Stack gap="sm">
      {[...tasks.values()].map(ofTask => (
        <Card component="article" key={ofTask[0]?.taskId} padding="md" shadow="xs">
          <TaskHeading intervals={ofTask} date={date} timeZone={timeZone} />
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {ofTask.map(interval => (
              <IntervalRow
                key={interval.id}
                interval={interval}
                date={date}
                timeZone={timeZone}
                onEdit={() => onEdit(interval)}
                onDelete={() => onDelete(interval)}
              />
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

function TaskHeading({
  intervals,
  date,
  timeZone,
}: Pick<IntervalListProps, 'intervals' | 'date' | 'timeZone'>) {
  const { data: projects } = useQuery(allProjectsQuery)
  const task = intervals[0]?.task
  if (!task) return null
  const seconds = intervals.reduce((sum, interval) => sum + secondsOnDay(interval, date, timeZone), 0)
  const project = projects?.find(({ id }) => id === task.projectId)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm" mb="xs">
      <Stack gap={0} miw={0}>
        <Anchor component={Link} to={`/task/${task.id}`} c="inherit" fw={600} lineClamp={2}>
          {task.title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[taskKey(task.number, project?.key), project?.name].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <Text fw={600} flex="none">
        <DurationText seconds={seconds} />
      </Text>
    </Group>
  )
}

interface IntervalRowProps {
  interval: TimeInterval
  date: string
  timeZone: string
  onEdit: () => void
  onDelete: () => void
}

function IntervalRow({ interval, date, timeZone, onEdit, onDelete }: IntervalRowProps) {
  const { t, i18n } = useTranslation()
  const { startedAt, endedAt, duration, note, isCapped, source } = interval
  const time = (instant: string) => timeText(instant, date, timeZone, i18n.language)
  const words = { from: time(startedAt), to: endedAt ? time(endedAt) : t('time.interval.now') }
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" mih={34}>
      <Stack gap={0} flex={1} miw={0} pt={5}>
        <Group gap="sm" fz="sm" style={{ rowGap: 0 }}>
          <Text inherit style={{ fontVariantNumeric: 'tabular-nums' }}>{`${words.from} – ${words.to}`}</Text>
          <Text inherit c="dimmed">
            {duration === null ? (
              <TickingTime since={startedAt} inherit />
            ) : (
              <DurationText seconds={duration} />
            )}
          </Text>
          {source === 'manual' && (
            <Text size="xs" c="dimmed">
              {t('time.interval.manual')}
            </Text>
          )}
        </Group>
        {note && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
            {note}
          </Text>
        )}
        {isCapped && (
          <Text size="xs" c="var(--mantine-color-error)">
            {t('time.interval.capped')}
          </Text>
        )}
      </Stack>
      <IconButton icon={IconPencil} label={t('time.interval.edit', words)} size={34} onClick={onEdit} />
      <IconButton icon={IconTrash} label={t('time.interval.delete', words)} size={34} onClick={onDelete} />
    </Group>
  )
}

/** With the weekday if it is not on the day of the sheet. */
function timeText(instant: string, date: string, timeZone: string, language: string) {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(new Date(instant))
  const day = dayOf(instant, timeZone)
  return day === date ? clock : `${dayInWords(day, language, { weekday: 'short' })} ${clock}`
}
