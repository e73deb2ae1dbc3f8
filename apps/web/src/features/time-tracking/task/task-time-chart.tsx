import type { TimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { durationText } from '@atrium/ui/format'
import { DurationText } from '@atrium/ui/time-text'
import { Box, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../../data/user-settings.ts'
import { taskTimeQuery } from '../time.queries.ts'
import { ColumnStays, DaysOfTask } from './column-stays.tsx'

const OTHERS = 0

/** Who spent how much time on a task, on which days, and how long it stood in which column. */
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
  return (
    <LoadingSkeleton>
      <Skeleton h={180} />
    </LoadingSkeleton>
  )
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

/** What is not shown by person is the time of others, which only managers see in detail. */
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

interface ShareBarsProps {
  rows: { key: number | string; label: string; seconds: number }[]
}

/** One bar a row, the longest one full. */
function ShareBars({ rows }: ShareBarsProps) {
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
