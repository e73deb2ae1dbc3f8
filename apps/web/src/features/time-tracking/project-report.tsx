import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { TimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import { durationText } from '@atrium/ui/durations'
import { EmptyState } from '@atrium/ui/feedback/states'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconCalendarEvent, IconClock } from '@atrium/ui/icons'
import { DurationText } from '@atrium/ui/time-text'
import { Anchor, Card, Stack, Table } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyBars } from './lazy-bars.tsx'
import { type Period, periods, type Range, type ReportLine, reportLines, wholePercents } from './report.ts'
import classes from './report-range.module.css'
import type { ReportGroup } from './time.queries.ts'

interface ProjectReportProps {
  report: TimeReport
  projectKey: string | null
}

export function ProjectReport({ report, projectKey }: ProjectReportProps) {
  const { t, i18n } = useTranslation()
  if (report.totalSeconds === 0) {
    return (
      <EmptyState icon={IconClock} title={t('time.report.empty.title')} text={t('time.report.empty.text')} />
    )
  }
  const group = report.groupBy[0] as ReportGroup
  const lines = reportLines(report, i18n.language, projectKey)
  return (
    <Stack gap="lg">
      <Card padding="md" shadow="xs">
        <ReportChart lines={lines} areDays={group === 'day'} />
      </Card>
      <Card padding="md" shadow="xs">
        <ReportTable lines={lines} group={group} totalSeconds={report.totalSeconds} />
      </Card>
    </Stack>
  )
}

const MAX_BARS = 12
const BAR_HEIGHT = 34

/** Vertical bars for days; horizontal ones for users and tasks, longest first. */
function ReportChart({ lines, areDays }: { lines: ReportLine[]; areDays: boolean }) {
  const { t, i18n } = useTranslation()
  const shown = areDays
    ? lines
    : lines.toSorted((one, other) => other.seconds - one.seconds).slice(0, MAX_BARS)
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

const MAX_LABEL_LENGTH = 18

function shortened(label: string) {
  return label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label
}

interface ReportTableProps {
  lines: ReportLine[]
  group: ReportGroup
  totalSeconds: number
}

function ReportTable({ lines, group, totalSeconds }: ReportTableProps) {
  const { t, i18n } = useTranslation()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const shown = lines.filter(({ seconds }) => seconds > 0)
  const shares = wholePercents(shown.map(({ seconds }) => seconds))
  return (
    <Table verticalSpacing="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t(`time.report.${group}`)}</Table.Th>
          <Table.Th scope="col" ta="end">
            {t('time.report.duration')}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {t('time.report.share')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map(({ key, label, seconds, taskId }, index) => (
          <Table.Tr key={key}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {taskId === undefined ? (
                label
              ) : (
                <Anchor component={Link} to={`/task/${taskId}`} inherit>
                  {label}
                </Anchor>
              )}
            </Table.Td>
            <Table.Td ta="end">
              <DurationText seconds={seconds} />
            </Table.Td>
            <Table.Td ta="end">{percent.format((shares[index] ?? 0) / 100)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('time.report.total')}</Table.Th>
          <Table.Th ta="end">
            <DurationText seconds={totalSeconds} />
          </Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

interface ReportRangeProps {
  range: Range
  today: string
  onChange: (range: Range) => void
}

/** Any period, with presets for the common ones. */
export function ReportRange({ range, today, onChange }: ReportRangeProps) {
  const { t, i18n } = useTranslation()
  const [chosen, setChosen] = useState<[string | null, string | null]>()
  const presets = Object.entries(periods(today)).map(([name, { from, to }]) => ({
    label: t(`time.report.${name as Period}`),
    value: [from, to] as [string, string],
  }))
  return (
    <DatePickerInput
      {...useCalendarProps()}
      type="range"
      allowSingleDateInRange
      label={t('time.report.range')}
      valueFormatter={({ date }) => rangeInWords(date, i18n.language)}
      leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
      presets={presets}
      classNames={{ datePickerRoot: classes.picker, presetsList: classes.presets }}
      // After the first of two clicks there is no period yet.
      value={chosen ?? [range.from, range.to]}
      onChange={([from, to]) => {
        if (!from || !to) return setChosen([from, to])
        setChosen(undefined)
        onChange({ from, to })
      }}
      onDropdownClose={() => setChosen(undefined)}
      miw={240}
    />
  )
}

function rangeInWords(days: unknown, language: string) {
  const [from, to] = (days as (string | null)[]).filter(Boolean) as string[]
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  if (!from) return ''
  return to ? format.formatRange(new Date(from), new Date(to)) : `${format.format(new Date(from))} –`
}
