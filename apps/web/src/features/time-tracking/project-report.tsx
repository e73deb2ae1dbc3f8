import type { TimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import { EmptyState } from '@atrium/ui/empty-state'
import { IconClock } from '@atrium/ui/icons'
import { Card, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReportChart } from './report-chart.tsx'
import { reportLines } from './report-lines.ts'
import { ReportTable } from './report-table.tsx'
import type { ReportGroup } from './time.queries.ts'

export function ProjectReport({ report }: { report: TimeReport }) {
  const { t, i18n } = useTranslation()
  if (report.totalSeconds === 0) {
    return (
      <EmptyState
        icon={<IconClock stroke={1.5} />}
        title={t('time.report.empty.title')}
        text={t('time.report.empty.text')}
      />
    )
  }
  const group = report.groupBy[0] as ReportGroup
  const lines = reportLines(report, i18n.language)
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
