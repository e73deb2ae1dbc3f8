import '@mantine/charts/styles.layer.css'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { CycleTimeReport, EstimatesReport } from '@atrium/tasks/reports/report.contract'
import { durationText } from '@atrium/ui/durations'
import { BarChart, ScatterChart } from '@mantine/charts'
import { Anchor, Group, Paper, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import { csvAddress, cycleTimeQuery, estimatesQuery } from '../report.queries.ts'
import { ChartCard, Figure } from './chart-card.tsx'
import { colors, estimateBars, spanText } from './chart-data.ts'
import { type ReportProps, useShortDay } from './flow-charts.tsx'

interface TaskReportProps extends ReportProps {
  projectKey: string | null
}

type CycleTask = CycleTimeReport['tasks'][number]
const DAY = 86_400
const percents = ['p50', 'p85', 'p95'] as const

export function CycleTimeChart({ projectId, projectKey, scope, search, onChange }: TaskReportProps) {
  const { t, i18n } = useTranslation()
  const shortDay = useShortDay()
  const kind = search.time ?? 'cycle'
  const query = useQuery(cycleTimeQuery(projectId, scope))
  const { tasks = [], total = 0 } = query.data ?? {}
  const percentiles = query.data?.[kind]
  const secondsOf = (task: CycleTask) => (kind === 'cycle' ? task.cycleSeconds : task.leadSeconds)
  const span = (seconds: number) => spanText(seconds, i18n.language)
  const label = t('reports.cycleTime.task')
  return (
    <ChartCard
      title={t('reports.cycleTime.title')}
      text={t(`reports.cycleTime.text.${kind}`)}
      query={query}
      emptyText={total === 0 ? t('reports.cycleTime.empty') : undefined}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t('reports.cycleTime.kind')}
          data={(['cycle', 'lead'] as const).map(value => ({
            value,
            label: t(`reports.cycleTime.${value}`),
          }))}
          value={kind}
          onChange={value => onChange({ time: value === 'lead' ? 'lead' : undefined })}
        />
      }
      figures={
        percentiles && (
          <Group gap="xl">
            {percents.map(percent => (
              <Figure
                key={percent}
                value={span(percentiles[percent])}
                label={t('reports.cycleTime.within', { percent: percent.slice(1) })}
              />
            ))}
          </Group>
        )
      }
      legend={[
        { label, color: colors.scope },
        { label: t('reports.cycleTime.line'), color: colors.accent },
      ]}
      table={{
        head: [
          t('reports.task'),
          t('reports.completed'),
          t('reports.cycleTime.lead'),
          t('reports.cycleTime.cycle'),
        ],
        rows: tasks.map(task => ({
          key: task.taskId,
          cells: [
            <TaskName key="name" task={task} projectKey={projectKey} />,
            shortDay(task.completedOn),
            span(task.leadSeconds),
            span(task.cycleSeconds),
          ],
        })),
      }}
      csvAddress={csvAddress(projectId, 'cycle-time', scope)}
      fileName={`cycle-time-${scope.from}-${scope.to}`}
    >
      <ScatterChart
        h={300}
        data={[
          {
            color: colors.scope,
            name: label,
            data: tasks.map((task, index) => ({
              at: Date.parse(task.completedOn),
              days: secondsOf(task) / DAY,
              index,
            })),
          },
        ]}
        dataKey={{ x: 'at', y: 'days' }}
        tickLine="none"
        xAxisProps={{
          type: 'number',
          domain: [Date.parse(scope.from), Date.parse(scope.to)],
          tickFormatter: at => dayInWords(isoDay(at), i18n.language, { day: 'numeric', month: 'short' }),
          tickCount: 6,
        }}
        yAxisProps={{ width: 56, tickFormatter: days => span(Number(days) * DAY) }}
        referenceLines={
          percentiles
            ? percents.map(percent => ({
                y: percentiles[percent] / DAY,
                color: colors.accent,
                label: `${percent.slice(1)}%`,
                labelPosition: 'insideTopRight',
              }))
            : []
        }
        tooltipProps={{
          content: ({ payload }) => {
            const task = tasks[payload?.[0]?.payload?.index as number]
            return task ? <TaskTooltip task={task} projectKey={projectKey} seconds={secondsOf(task)} /> : null
          },
        }}
        scatterProps={{ isAnimationActive: false }}
        scatterChartProps={{ accessibilityLayer: false }}
      />
    </ChartCard>
  )
}

function isoDay(at: number) {
  return new Date(at).toISOString().slice(0, 10)
}

type NamedTask = Pick<CycleTask, 'taskId' | 'number' | 'title'>

/** A task that is deleted or elsewhere by now has no name here. */
function useTaskName(projectKey: string | null) {
  const { t } = useTranslation()
  return ({ number, title }: NamedTask) =>
    number === null ? t('reports.goneTask') : `${taskKey(number, projectKey)} ${title}`
}

function TaskName({ task, projectKey }: { task: NamedTask; projectKey: string | null }) {
  const nameOf = useTaskName(projectKey)
  if (task.number === null) {
    return (
      <Text span inherit c="dimmed">
        {nameOf(task)}
      </Text>
    )
  }
  return (
    <Anchor component={Link} to={`/task/${task.taskId}`} inherit>
      {nameOf(task)}
    </Anchor>
  )
}

interface TaskTooltipProps {
  task: CycleTask
  projectKey: string | null
  seconds: number
}

function TaskTooltip({ task, projectKey, seconds }: TaskTooltipProps) {
  const { i18n } = useTranslation()
  const nameOf = useTaskName(projectKey)
  const shortDay = useShortDay()
  return (
    <Paper withBorder px="sm" py={6} shadow="sm" maw={260}>
      <Text size="sm" fw={550} lineClamp={2}>
        {nameOf(task)}
      </Text>
      <Text size="sm" c="dimmed">
        {shortDay(task.completedOn)} · {spanText(seconds, i18n.language)}
      </Text>
    </Paper>
  )
}

export function EstimatesChart({ projectId, projectKey, scope }: TaskReportProps) {
  const { t, i18n } = useTranslation()
  const shortDay = useShortDay()
  const query = useQuery(estimatesQuery(projectId, scope))
  const report = query.data
  const tasks = report?.tasks ?? []
  const labelOf = ({ number }: EstimatesReport['tasks'][number]) => taskKey(number, projectKey)
  const bars = report ? estimateBars(report, labelOf) : []
  const duration = (seconds: number) => durationText(seconds, i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const series = [
    { name: 'estimate', label: t('reports.estimates.estimate'), color: colors.scope },
    { name: 'tracked', label: t('reports.estimates.tracked'), color: colors.accent },
  ]
  return (
    <ChartCard
      title={t('reports.estimates.title')}
      text={t('reports.estimates.text')}
      query={query}
      emptyText={tasks.length === 0 ? t('reports.estimates.empty') : undefined}
      figures={
        report && (
          <Group gap="xl">
            <Figure value={duration(report.estimateSeconds)} label={t('reports.estimates.estimate')} />
            <Figure value={duration(report.trackedSeconds)} label={t('reports.estimates.tracked')} />
            {report.estimateSeconds > 0 && (
              <Figure
                value={percent.format(report.trackedSeconds / report.estimateSeconds)}
                label={t('reports.estimates.share')}
              />
            )}
          </Group>
        )
      }
      legend={series}
      table={{
        head: [
          t('reports.task'),
          t('reports.completed'),
          t('reports.estimates.estimate'),
          t('reports.estimates.tracked'),
        ],
        rows: tasks.map(task => ({
          key: task.taskId,
          cells: [
            <TaskName key="name" task={task} projectKey={projectKey} />,
            shortDay(task.completedOn),
            duration(task.estimateSeconds),
            duration(task.trackedSeconds),
          ],
        })),
      }}
      csvAddress={csvAddress(projectId, 'estimates', scope)}
      fileName={`estimates-${scope.from}-${scope.to}`}
    >
      <BarChart
        h={300}
        data={bars}
        dataKey="label"
        series={series}
        tickLine="none"
        gridAxis="x"
        maxBarWidth={28}
        valueFormatter={hours => duration(hours * 3600)}
        xAxisProps={{ minTickGap: 4 }}
        yAxisProps={{ width: 64 }}
        barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </ChartCard>
  )
}
