import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconDownload } from '@atrium/ui/icons'
import { Button, Group, Input, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { todayIn } from '../../data/days.ts'
import { mayAs, projectQuery } from '../../data/projects/projects.ts'
import { ZoneNote } from '../../features/time-tracking/day-navigation.tsx'
import { ProjectReport, ReportRange } from '../../features/time-tracking/project-report.tsx'
import { periods, type Range } from '../../features/time-tracking/report.ts'
import { type ReportGroup, timeReportQuery } from '../../features/time-tracking/time.queries.ts'

const groups: ReportGroup[] = ['user', 'task', 'day']

export default function ProjectTimePage() {
  const { projectId } = useParams({ from: '/project/$projectId/time' })
  const { timeZone, isSetting } = useTimeZone()
  if (!timeZone) return <ReportSkeleton />
  return <Report projectId={projectId} timeZone={timeZone} isSetting={isSetting} />
}

interface ReportProps {
  projectId: number
  timeZone: string
  isSetting: boolean
}

function Report({ projectId, timeZone, isSetting }: ReportProps) {
  const { t } = useTranslation()
  const today = todayIn(timeZone)
  const [range, setRange] = useState<Range>(periods(today).thisMonth)
  const [groupBy, setGroupBy] = useState<ReportGroup>('user')
  const { data: project } = useQuery(projectQuery(projectId))
  const report = useQuery(timeReportQuery(projectId, { ...range, groupBy, timeZone }))
  const csv = new URLSearchParams({ ...range, timeZone, groupBy: 'user,task,day', format: 'csv' })
  return (
    <Stack gap="lg">
      <Group align="flex-end" gap="md">
        <ReportRange range={range} today={today} onChange={setRange} />
        <Input.Wrapper label={t('time.report.groupBy')} labelElement="div">
          <SegmentedControl
            display="flex"
            aria-label={t('time.report.groupBy')}
            data={groups.map(value => ({ value, label: t(`time.report.${value}`) }))}
            value={groupBy}
            onChange={value => setGroupBy(value as ReportGroup)}
          />
        </Input.Wrapper>
        <Button
          component="a"
          href={`/project/${projectId}/time-report?${csv}`}
          download
          variant="default"
          ms="auto"
          leftSection={<IconDownload size={18} stroke={1.75} />}
        >
          {t('time.report.download')}
        </Button>
      </Group>
      {project && !mayAs(project.myRole, 'manager') && (
        <Text size="sm" c="dimmed">
          {t('time.report.onlyOwn')}
        </Text>
      )}
      {report.isPending && <ReportSkeleton />}
      {!report.data && report.error && (
        <ErrorState error={report.error} onRetry={report.refetch} isRetrying={report.isFetching} />
      )}
      {report.data && <ProjectReport report={report.data} projectKey={project?.key ?? null} />}
      <ZoneNote timeZone={timeZone} isSetting={isSetting} />
    </Stack>
  )
}

function ReportSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="lg">
        <Skeleton h={220} />
        <Skeleton h={180} />
      </Stack>
    </LoadingSkeleton>
  )
}
