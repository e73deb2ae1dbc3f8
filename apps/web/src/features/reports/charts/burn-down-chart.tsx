import '@mantine/charts/styles.layer.css'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import { getBurnDownReport } from '@atrium/tasks/reports/cycle-report.contract'
import { durationText } from '@atrium/ui/durations'
import { LineChart } from '@mantine/charts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemQuery } from '../../../api.ts'
import { useTimeZone } from '../../../data/account/user-settings.ts'
import { ChartCard } from './chart-card.tsx'
import { type BurnUnit, burnDownPoints, colors } from './chart-data.ts'
import { useShortDay } from './flow-charts.tsx'
import { UnitControl } from './unit-control.tsx'

function burnDownQuery(projectId: number, query: { cycleId: number; timeZone: string }) {
  return itemQuery(['project', projectId, 'reports', 'burn-down', query], getBurnDownReport, {
    params: { id: projectId },
    query,
  })
}

const HEIGHT = 260

/** What is left of a cycle day by day, and what would be left if the same amount were done every day. */
export function BurnDownChart({ cycle }: { cycle: Cycle }) {
  const { t, i18n } = useTranslation()
  const shortDay = useShortDay()
  const { timeZone } = useTimeZone()
  const [unit, setUnit] = useState<BurnUnit>('tasks')
  const { projectId, id: cycleId } = cycle
  const scope = { cycleId, timeZone: timeZone ?? 'UTC' }
  const query = useQuery({ ...burnDownQuery(projectId, scope), enabled: timeZone !== undefined })
  const points = query.data ? burnDownPoints(query.data, unit) : []
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const value = (amount: number) =>
    unit === 'tasks' ? number.format(amount) : durationText(Math.round(amount * 3600), i18n.language)
  const cell = (amount: number | null) => (amount === null ? '' : value(amount))
  const series = [
    { name: 'ideal', label: t('reports.burnDown.ideal'), color: colors.neutral, strokeDasharray: '6 4' },
    { name: 'scope', label: t('reports.burnDown.scope'), color: colors.scope, strokeDasharray: '2 3' },
    { name: 'remaining', label: t('reports.burnDown.remaining'), color: colors.accent },
  ]
  const isEmpty = points.every(({ scope: all }) => !all)
  const address = new URLSearchParams({ cycleId: String(cycleId), timeZone: scope.timeZone, format: 'csv' })
  return (
    <ChartCard
      title={t('reports.burnDown.title')}
      text={t('reports.burnDown.text')}
      query={query}
      emptyText={isEmpty ? t(`reports.burnDown.empty.${unit}`) : undefined}
      controls={<UnitControl unit={unit} onChange={setUnit} />}
      legend={series}
      table={{
        head: [t('reports.day'), ...series.map(({ label }) => label)],
        rows: points.map(({ date, ideal, scope: all, remaining }) => ({
          key: date,
          cells: [shortDay(date), value(ideal), cell(all), cell(remaining)],
        })),
      }}
      csvAddress={`${getBurnDownReport.path.replace(':id', String(projectId))}?${address}`}
      fileName={`burn-down-${cycleId}`}
    >
      <LineChart
        h={HEIGHT}
        data={points.map(point => ({ ...point, date: shortDay(point.date) }))}
        dataKey="date"
        series={series}
        curveType="linear"
        withDots={points.length < 3}
        connectNulls={false}
        tickLine="none"
        valueFormatter={value}
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ allowDecimals: unit !== 'tasks', width: unit === 'tasks' ? 40 : 64 }}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    </ChartCard>
  )
}
