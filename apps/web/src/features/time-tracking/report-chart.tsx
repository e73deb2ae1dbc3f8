import { durationText } from '@atrium/ui/duration-text'
import { useTranslation } from 'react-i18next'
import { LazyBars } from './lazy-bars.tsx'
import type { ReportLine } from './report-lines.ts'

const MOST_BARS = 12
const BAR_HEIGHT = 34

/** Days stand side by side, people and tasks lie under one another, the longest first. */
export function ReportChart({ lines, areDays }: { lines: ReportLine[]; areDays: boolean }) {
  const { t, i18n } = useTranslation()
  const shown = areDays
    ? lines
    : lines.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_BARS)
  return (
    <LazyBars
      h={areDays ? 220 : shown.length * BAR_HEIGHT + 40}
      orientation={areDays ? 'horizontal' : 'vertical'}
      gridAxis={areDays ? 'x' : 'y'}
      dataKey="label"
      data={shown.map(({ label, seconds }) => ({ label, hours: seconds / 3600 }))}
      series={[{ name: 'hours', label: t('time.report.duration'), color: 'cobalt.5' }]}
      yAxisProps={areDays ? {} : { width: 140, interval: 0, tickFormatter: shortened }}
      xAxisProps={areDays ? { minTickGap: 12 } : {}}
      valueFormatter={hours => durationText(hours * 3600, i18n.language)}
    />
  )
}

const LONGEST_LABEL = 18

function shortened(label: string) {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label
}
