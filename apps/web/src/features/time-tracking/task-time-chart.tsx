import type { TimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { durationText } from '@atrium/ui/durations'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { DurationText } from '@atrium/ui/time-text'
import { Box, ColorSwatch, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { dayInWords } from '../../data/days.ts'
import { longDurationText } from './durations.ts'
import { LazyBars } from './lazy-bars.tsx'
import { taskTimeQuery } from './time.queries.ts'

const OTHERS = 0

/** Time spent on a task by user and by day, and how long it was in each column. */
export function TaskTimeChart({ taskId }: { taskId: number }) {
  const { timeZone } = useTimeZone()
  const {
    data: summary,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...taskTimeQuery(taskId, timeZone ?? 'UTC'),
    enabled: timeZone !== undefined,
  })
  if (summary) return <Charts summary={summary} />
  if (error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  return <LoadingSkeleton h={180} />
}

function Charts({ summary }: { summary: TimeSummary }) {
  const { t } = useTranslation()
  const { totalSeconds, byColumn } = summary
  const { byUser, byDay } = withOthers(summary, t('time.task.others'))
  return (
    <Stack gap="lg">
      {totalSeconds > 0 ? <Total summary={summary} /> : <Text c="dimmed">{t('time.task.empty')}</Text>}
      {totalSeconds > 0 && (
        <Part title={t('time.task.byUser')}>
          <ShareBars
            rows={byUser.map(({ userId, name, seconds }) => ({ key: userId, label: name, seconds }))}
          />
        </Part>
      )}
      {byDay.length > 0 && (
        <Part title={t('time.task.byDay')}>
          <DaysOfTask byDay={byDay} people={byUser} />
        </Part>
      )}
      {byColumn.length > 0 && (
        <Part title={t('time.task.byColumn')}>
          <ColumnStays stays={byColumn} />
        </Part>
      )}
    </Stack>
  )
}

/** Only managers see the time of others in detail; for everyone else it is one entry. */
function withOthers({ totalSeconds, byUser, byDay }: TimeSummary, name: string) {
  const restOf = (seconds: number, people: { seconds: number }[]) =>
    people.reduce((rest, person) => rest - person.seconds, seconds)
  const rest = restOf(totalSeconds, byUser)
  if (rest === 0) return { byUser, byDay }
  return {
    byUser: [...byUser, { userId: OTHERS, name, seconds: rest }],
    byDay: byDay.map(day => ({
      ...day,
      users: [...day.users, { userId: OTHERS, seconds: restOf(day.seconds, day.users) }],
    })),
  }
}

function Total({ summary: { totalSeconds, estimateSeconds } }: { summary: TimeSummary }) {
  const { t, i18n } = useTranslation()
  const words = (seconds: number) => ({ duration: durationText(seconds, i18n.language) })
  const over = totalSeconds - (estimateSeconds ?? totalSeconds)
  return (
    <Stack gap={6}>
      <Group gap="xs" align="baseline">
        <Text fz="xl" fw={650}>
          <DurationText seconds={totalSeconds} />
        </Text>
        {estimateSeconds !== null && (
          <Text size="sm" c={over > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
            {over > 0
              ? t('time.task.overEstimate', words(over))
              : t('time.task.ofEstimate', words(estimateSeconds))}
          </Text>
        )}
      </Group>
      {estimateSeconds ? (
        <Progress
          value={Math.min(100, (totalSeconds / estimateSeconds) * 100)}
          color={over > 0 ? 'red' : 'teal'}
          aria-hidden="true"
        />
      ) : null}
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Text component="h4" size="sm" fw={600} m={0}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}

/** One bar per row, relative to the longest. */
function ShareBars({ rows }: { rows: { key: number | string; label: string; seconds: number }[] }) {
  const longest = Math.max(1, ...rows.map(({ seconds }) => seconds))
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map(({ key, label, seconds }) => (
        <Box component="li" key={key}>
          <Group justify="space-between" wrap="nowrap" gap="sm" mb={4} fz="sm">
            <Text inherit truncate>
              {label}
            </Text>
            <Text inherit c="dimmed" flex="none">
              <DurationText seconds={seconds} />
            </Text>
          </Group>
          <Progress value={(seconds / longest) * 100} size="md" aria-hidden="true" />
        </Box>
      ))}
    </Stack>
  )
}

type ColumnStaysProps = { stays: TimeSummary['byColumn'] }

/** One bar for the lifetime of the task, divided by columns. */
function ColumnStays({ stays }: ColumnStaysProps) {
  const { i18n } = useTranslation()
  const total = Math.max(
    1,
    stays.reduce((sum, { seconds }) => sum + seconds, 0),
  )
  return (
    <Stack gap="sm">
      <Progress.Root size={18} aria-hidden="true">
        {stays.map(({ columnId, seconds }, index) => (
          <Progress.Section key={columnId} value={(seconds / total) * 100} color={seriesColor(index)} />
        ))}
      </Progress.Root>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {stays.map(({ columnId, title, seconds }, index) => (
          <Group component="li" key={columnId} gap="xs" wrap="nowrap" fz="sm">
            <ColorSwatch
              color={cssColor(seriesColor(index))}
              size={12}
              withShadow={false}
              aria-hidden="true"
            />
            <Text inherit truncate flex={1}>
              {title}
            </Text>
            <Text inherit c="dimmed" flex="none">
              {longDurationText(seconds, i18n.language)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}

function cssColor(color: string) {
  return `var(--mantine-color-${color.replace('.', '-')})`
}

type DaysOfTaskProps = { byDay: TimeSummary['byDay']; people: TimeSummary['byUser'] }

/** A bar per day, colored by user. */
function DaysOfTask({ byDay, people }: DaysOfTaskProps) {
  const { i18n } = useTranslation()
  const day = (date: string) => dayInWords(date, i18n.language, { day: 'numeric', month: 'short' })
  const words = (seconds: number) => durationText(seconds, i18n.language)
  return (
    <>
      <VisuallyHidden component="ul">
        {byDay.map(({ date, seconds }) => (
          <li key={date}>{`${day(date)}: ${words(seconds)}`}</li>
        ))}
      </VisuallyHidden>
      <LazyBars
        h={180}
        type="stacked"
        dataKey="day"
        data={byDay.map(({ date, users }) => ({
          day: day(date),
          ...Object.fromEntries(users.map(({ userId, seconds }) => [userId, seconds / 3600])),
        }))}
        series={people.map(({ userId, name }, index) => ({
          name: String(userId),
          label: name,
          color: seriesColor(index),
        }))}
        withLegend={people.length > 1}
        valueFormatter={hours => words(hours * 3600)}
      />
    </>
  )
}

const colors = [
  'cobalt.5',
  'teal.6',
  'amber.5',
  'grape.5',
  'cyan.6',
  'pink.5',
  'lime.7',
  'orange.6',
  'violet.5',
]

/** Neighbors never share a color. */
function seriesColor(index: number) {
  return colors[index % colors.length] as string
}
