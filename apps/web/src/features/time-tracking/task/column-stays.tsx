import type { TimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { durationText } from '@atrium/ui/format'
import { ColorSwatch, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import { LazyBars } from '../charts/lazy-bars.tsx'
import { longDurationText } from './long-duration.ts'

type ColumnStaysProps = { stays: TimeSummary['byColumn'] }

/** One bar for the lifetime of the task, divided by columns. */
export function ColumnStays({ stays }: ColumnStaysProps) {
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
export function DaysOfTask({ byDay, people }: DaysOfTaskProps) {
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
