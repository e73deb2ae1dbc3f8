import { SectionCard } from '@atrium/ui/shell/section-card'
import type { BarChartProps } from '@mantine/charts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

interface DayChartProps {
  title: string
  text: string
  days: Record<string, number | string>[]
  series: { name: string; label: string; color: string }[]
}

/** A bar for each day, and the same data as a table for screen readers. */
export function DayChart({ title, text, days, series }: DayChartProps) {
  const { t, i18n } = useTranslation()
  // The days are UTC days, whatever the reader's time zone.
  const format = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const named = days.map(day => ({ ...day, label: format.format(new Date(String(day.day))) }))
  return (
    <SectionCard title={title} text={text}>
      <LazyBars
        h={220}
        data={named}
        dataKey="label"
        series={series}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom', height: 32 }}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 36 }}
      />
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.charts.day')}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {named.map(day => (
              <tr key={day.label}>
                <th scope="row">{day.label}</th>
                {series.map(({ name }) => (
                  <td key={name}>{(day as Record<string, number | string>)[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </SectionCard>
  )
}

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }))

function LazyBars(props: BarChartProps) {
  return (
    <Suspense fallback={<Skeleton h={props.h} />}>
      <Bars {...props} />
    </Suspense>
  )
}
