import '@mantine/charts/styles.layer.css'
import { ideaStatuses, ideaTypes } from '@atrium/tasks/feedback/idea.contract'
import { aspects, type FeedbackStats } from '@atrium/tasks/feedback/rating.contract'
import { BarChart, DonutChart, LineChart } from '@mantine/charts'
import {
  Card,
  ColorSwatch,
  Group,
  Progress,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { statusColors } from './ideas.tsx'

const marks = [1, 2, 3, 4, 5] as const
const markColors = ['red.6', 'orange.5', 'amber.4', 'teal.4', 'teal.7']
const typeColors = { feature: 'cobalt.5', bug: 'red.6', improvement: 'teal.5', other: 'gray.5' }

// Each chart has a table for screen readers, so its drawing is not focusable.
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

function AverageMarks({ ratings: { average, count } }: { ratings: FeedbackStats['ratings'] }) {
  const { t, i18n } = useTranslation()
  const mark = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  return (
    <Card component="section" shadow="xs">
      <Title order={2} size="h4">
        {t('feedback.stats.averages')}
      </Title>
      <Group align="baseline" gap={8} mt="xs">
        <Text fz={44} fw={700} lh={1.1}>
          {mark.format(average.overall)}
        </Text>
        <Text c="dimmed">
          {t('feedback.stats.outOf')} · {t('feedback.stats.ratings', { count })}
        </Text>
      </Group>
      <Stack gap="sm" mt="lg">
        {aspects.map(aspect => (
          <div key={aspect}>
            <Group justify="space-between" fz="sm" mb={4}>
              <span>{t(`feedback.aspects.${aspect}`)}</span>
              <Text span fw={600} inherit>
                {mark.format(average[aspect])}
              </Text>
            </Group>
            <Progress value={average[aspect] * 20} aria-hidden="true" />
          </div>
        ))}
      </Stack>
    </Card>
  )
}

type Row = Record<string, string | number>

interface ChartCardProps {
  title: string
  /** The values as text: for screen readers, and shown as the legend if they have colors. */
  rows: Row[]
  children: ReactNode
}

function ChartCard({ title, rows, children }: ChartCardProps) {
  const isLegend = rows.every(row => 'color' in row) && rows.length > 0
  return (
    <Card component="section" shadow="xs">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <Stack gap="md">
        <div aria-hidden="true">{children}</div>
        {isLegend ? <ChartLegend rows={rows} /> : <HiddenTable rows={rows} />}
      </Stack>
    </Card>
  )
}

function HiddenTable({ rows }: { rows: Row[] }) {
  return (
    <VisuallyHidden>
      <Table>
        <Table.Tbody>
          {rows.map(row => {
            const [[, name] = [], ...values] = Object.entries(row)
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                {values.map(([key, value]) => (
                  <Table.Td key={key}>{`${key}: ${value}`}</Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </VisuallyHidden>
  )
}

function ChartLegend({ rows }: { rows: Row[] }) {
  return (
    <Stack gap={6} fz="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map(({ name, value, color }) => (
        <Group key={name} component="li" gap="xs" wrap="nowrap">
          <ColorSwatch size={10} color={`var(--mantine-color-${String(color).replace('.', '-')})`} />
          <span style={{ flex: 1 }}>{name}</span>
          <strong>{value}</strong>
        </Group>
      ))}
    </Stack>
  )
}
