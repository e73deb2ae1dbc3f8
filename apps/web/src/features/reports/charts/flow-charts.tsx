import '@mantine/charts/styles.layer.css'
import { durationText } from '@atrium/ui/durations'
import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import { Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import type { ReportSearch } from '../../../data/planning/report-search.ts'
import { burnUpQuery, csvAddress, flowQuery, type ReportScope, throughputQuery } from '../report.queries.ts'
import { ChartCard, Figure } from './chart-card.tsx'
import { burnUpPoints, colors, flowSeries, isFlowEmpty } from './chart-data.ts'
import { UnitControl } from './unit-control.tsx'

export interface ReportProps {
  projectId: number
  scope: ReportScope
  search: ReportSearch
  onChange: (search: Partial<ReportSearch>) => void
}

const HEIGHT = 280

export function FlowChart({ projectId, scope }: ReportProps) {
  const { t } = useTranslation()
  const shortDay = useShortDay()
  const query = useQuery(flowQuery(projectId, scope))
  const days = query.data?.days ?? []
  const texts = { deleted: t('reports.flow.deleted'), others: t('reports.flow.others') }
  const series = query.data ? flowSeries(query.data, texts) : []
  return (
    <ChartCard
      title={t('reports.flow.title')}
      text={t('reports.flow.text')}
      query={query}
      emptyText={isFlowEmpty(series) ? t('reports.flow.empty') : undefined}
      legend={series.toReversed()}
      table={{
        head: [t('reports.day'), ...series.map(({ label }) => label)],
        rows: days.map(({ date }, index) => ({
          key: date,
          cells: [shortDay(date), ...series.map(({ counts }) => counts[index])],
        })),
      }}
      csvAddress={csvAddress(projectId, 'flow', scope)}
      fileName={`flow-${scope.from}-${scope.to}`}
    >
      <AreaChart
        h={HEIGHT}
        type="stacked"
        data={days.map(({ date }, index) => ({
          date: shortDay(date),
          ...Object.fromEntries(series.map(({ counts }, place) => [`s${place}`, counts[index] ?? 0])),
        }))}
        dataKey="date"
        series={series.map(({ label, color }, place) => ({ name: `s${place}`, label, color }))}
        curveType="linear"
        withDots={false}
        withGradient={false}
        fillOpacity={0.75}
        strokeWidth={1}
        tickLine="none"
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false }}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false }}
      />
    </ChartCard>
  )
}

export function ThroughputChart({ projectId, scope, search, onChange }: ReportProps) {
  const { t, i18n } = useTranslation()
  const shortDay = useShortDay()
  const per = search.per ?? 'week'
  const query = useQuery(throughputQuery(projectId, scope, per))
  const { periods = [], total = 0 } = query.data ?? {}
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const label = t('reports.throughput.completed')
  return (
    <ChartCard
      title={t('reports.throughput.title')}
      text={t('reports.throughput.text')}
      query={query}
      emptyText={total === 0 ? t('reports.throughput.empty') : undefined}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t('reports.throughput.per')}
          data={(['week', 'day'] as const).map(value => ({ value, label: t(`reports.throughput.${value}`) }))}
          value={per}
          onChange={value => onChange({ per: value === 'day' ? 'day' : undefined })}
        />
      }
      figures={
        <Group gap="xl">
          <Figure value={number.format(total)} label={label} />
          <Figure
            value={number.format(total / Math.max(1, periods.length))}
            label={t(per === 'week' ? 'reports.throughput.perWeek' : 'reports.throughput.perDay')}
          />
        </Group>
      }
      legend={[{ label, color: colors.done }]}
      table={{
        head: [t(per === 'week' ? 'reports.throughput.weekOf' : 'reports.day'), label],
        rows: periods.map(({ date, count }) => ({ key: date, cells: [shortDay(date), count] })),
      }}
      csvAddress={csvAddress(projectId, 'throughput', { ...scope, per })}
      fileName={`throughput-${scope.from}-${scope.to}`}
    >
      <BarChart
        h={HEIGHT}
        data={periods.map(({ date, count }) => ({ date: shortDay(date), count }))}
        dataKey="date"
        series={[{ name: 'count', label, color: colors.done }]}
        tickLine="none"
        gridAxis="x"
        maxBarWidth={40}
        xAxisProps={{ minTickGap: 16 }}
        yAxisProps={{ allowDecimals: false }}
        barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </ChartCard>
  )
}

export function BurnUpChart({ projectId, scope, search, onChange }: ReportProps) {
  const { t, i18n } = useTranslation()
  const shortDay = useShortDay()
  const unit = search.unit ?? 'tasks'
  const query = useQuery(burnUpQuery(projectId, scope))
  const points = query.data ? burnUpPoints(query.data, unit) : []
  const value = (amount: number) =>
    unit === 'tasks' ? String(amount) : durationText(amount * 3600, i18n.language)
  const series = [
    { name: 'scope', label: t('reports.burnUp.scope'), color: colors.scope, strokeDasharray: '6 4' },
    { name: 'done', label: t('reports.burnUp.done'), color: colors.done },
  ]
  const isEmpty = points.every(({ scope: all }) => all === 0)
  return (
    <ChartCard
      title={t('reports.burnUp.title')}
      text={t('reports.burnUp.text')}
      query={query}
      emptyText={isEmpty ? t(`reports.burnUp.empty.${unit}`) : undefined}
      controls={
        <UnitControl
          unit={unit}
          onChange={chosen => onChange({ unit: chosen === 'estimate' ? chosen : undefined })}
        />
      }
      legend={series}
      table={{
        head: [t('reports.day'), ...series.map(({ label }) => label)],
        rows: points.map(({ date, scope: all, done }) => ({
          key: date,
          cells: [shortDay(date), value(all), value(done)],
        })),
      }}
      csvAddress={csvAddress(projectId, 'burn-up', scope)}
      fileName={`burn-up-${scope.from}-${scope.to}`}
    >
      <LineChart
        h={HEIGHT}
        data={points.map(point => ({ ...point, date: shortDay(point.date) }))}
        dataKey="date"
        series={series}
        curveType="linear"
        withDots={false}
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

export function useShortDay() {
  const { i18n } = useTranslation()
  return (day: string) => dayInWords(day, i18n.language, { day: 'numeric', month: 'short' })
}
