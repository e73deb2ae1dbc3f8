import { durationText } from '@atrium/ui/duration-text'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LazyBars } from './lazy-bars.tsx'

/** A bar for each hour of the local clock. */
export function HoursChart({ hours }: { hours: number[] }) {
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
