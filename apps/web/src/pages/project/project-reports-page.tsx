import { findFilterField } from '@atrium/tasks/views/filter-fields.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { SimpleGrid, Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { todayIn } from '../../data/days.ts'
import { type ReportSearch, reportDays } from '../../data/planning/report-search.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { BurnUpChart, FlowChart, ThroughputChart } from '../../features/reports/charts/flow-charts.tsx'
import { CycleTimeChart, EstimatesChart } from '../../features/reports/charts/task-charts.tsx'
import { useFreshReports } from '../../features/reports/report.queries.ts'
import { ReportFilters } from '../../features/reports/report-filters.tsx'
import { ZoneNote } from '../../features/time-tracking/day-navigation.tsx'
import { FilterBar } from '../../features/views/filters/filter-bar.tsx'
import { useFilterFields } from '../../features/views/filters/filter-choices.tsx'

export default function ProjectReportsPage() {
  const { timeZone, isSetting } = useTimeZone()
  if (!timeZone) return <LoadingSkeleton h={280} />
  return (
    <Stack gap="lg">
      <Reports timeZone={timeZone} />
      <ZoneNote timeZone={timeZone} isSetting={isSetting} />
    </Stack>
  )
}

const route = '/project/$projectId/reports'

function Reports({ timeZone }: { timeZone: string }) {
  const { projectId } = useParams({ from: route })
  const search = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useFreshReports(projectId, timeZone)
  const filterFields = useFilterFields(projectId)
  const today = todayIn(timeZone)
  const days = reportDays(search, today)
  const onChange = (changes: Partial<ReportSearch>) =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const scope = { ...days, timeZone, boardId: search.board, filter: search.filter }
  const shared = { projectId, scope, search, onChange }
  return (
    <>
      <ReportFilters projectId={projectId} search={search} days={days} today={today} onChange={onChange} />
      <FilterBar
        text={search.filter ?? ''}
        fields={filterFields}
        findField={findFilterField}
        onChange={filter => onChange({ filter: filter || undefined })}
      />
      <FlowChart {...shared} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <BurnUpChart {...shared} />
        <ThroughputChart {...shared} />
        <CycleTimeChart {...shared} projectKey={project.key} />
        <EstimatesChart {...shared} projectKey={project.key} />
      </SimpleGrid>
    </>
  )
}
