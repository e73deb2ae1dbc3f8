import type { TimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { durationText } from '@atrium/ui/duration-text'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../data/days.ts'
import { LazyBars } from './lazy-bars.tsx'
import { seriesColor } from './series-color.ts'

type DaysOfTaskProps = { byDay: TimeSummary['byDay']; people: TimeSummary['byUser'] }

/** A bar a day, in the colours of those who worked. */
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
