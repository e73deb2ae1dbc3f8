import '@mantine/charts/styles.layer.css'
import type { FeedbackStats } from '@atrium/tasks/feedback/feedback-stats.contract'
import { BarChart, DonutChart, LineChart } from '@mantine/charts'
import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { aspects } from './aspects.ts'
import { AverageMarks } from './average-marks.tsx'
import { ChartCard } from './chart-card.tsx'
import { ideaStatuses, ideaTypes, statusColors } from './idea-words.ts'

const marks = [1, 2, 3, 4, 5] as const
const markColors = ['red.6', 'orange.5', 'amber.4', 'teal.4', 'teal.7']
const typeColors = { feature: 'cobalt.5', bug: 'red.6', improvement: 'teal.5', other: 'gray.5' }

// Each chart is told in words beside it: the drawing is not stepped through.
const silent = { accessibilityLayer: false }

export default function FeedbackCharts({ stats: { ratings, ideas } }: { stats: FeedbackStats }) {
  const { t } = useTranslation()
  const series = marks.map((mark, index) => ({
    name: t('feedback.stats.mark', { mark }),
    color: markColors[index] ?? 'gray',
  }))
  const distribution = aspects.map(aspect => ({
    aspect: t(`feedback.aspects.${aspect}`),
    ...Object.fromEntries(series.map(({ name }, index) => [name, ratings.distribution[aspect][index] ?? 0])),
  }))
  const average = t('feedback.stats.average')
  const trend = ratings.trend.map(({ week, overall }) => ({ week, [average]: overall }))
  const byType = ideaTypes.map(type => ({
    name: t(`feedback.types.${type}`),
    value: ideas.byType[type],
    color: typeColors[type],
  }))
  const byStatus = ideaStatuses.map(status => ({
    name: t(`feedback.statuses.${status}`),
    value: ideas.byStatus[status],
    color: `${statusColors[status]}.5`,
  }))
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <AverageMarks ratings={ratings} />
      <ChartCard title={t('feedback.stats.distribution')} rows={distribution}>
        <BarChart
          h={240}
          data={distribution}
          dataKey="aspect"
          type="stacked"
          orientation="vertical"
          yAxisProps={{ width: 104 }}
          xAxisProps={{ allowDecimals: false }}
          series={series}
          withLegend
          barChartProps={silent}
        />
      </ChartCard>
      <ChartCard title={t('feedback.stats.trend')} rows={trend}>
        <LineChart
          h={240}
          data={trend}
          dataKey="week"
          series={[{ name: average, color: 'cobalt.6' }]}
          yAxisProps={{ domain: [1, 5], ticks: [...marks] }}
          curveType="monotone"
          lineChartProps={silent}
        />
      </ChartCard>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ChartCard title={t('feedback.stats.byType')} rows={byType.map(named)}>
          <DonutChart
            data={byType}
            size={120}
            thickness={18}
            mx="auto"
            chartLabel={ideas.total}
            pieChartProps={silent}
            pieProps={{ rootTabIndex: -1 }}
          />
        </ChartCard>
        <ChartCard title={t('feedback.stats.byStatus')} rows={byStatus.map(named)}>
          <DonutChart
            data={byStatus}
            size={120}
            thickness={18}
            mx="auto"
            chartLabel={ideas.total}
            pieChartProps={silent}
            pieProps={{ rootTabIndex: -1 }}
          />
        </ChartCard>
      </SimpleGrid>
    </SimpleGrid>
  )
}

function named({ name, value, color }: { name: string; value: number; color: string }) {
  return { name, value, color }
}
