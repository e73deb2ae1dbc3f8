import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconListCheck, IconSearch } from '@atrium/ui/icons'
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TaskViewProps } from '../view/task-view.ts'
import { summaryQuery } from '../view/view.queries.ts'
import { shownColumns } from './shown-columns.ts'
import { TableGrid } from './table-grid.tsx'

/** What one request takes. */
const MAX_SUMS = 20

/** Tasks as rows. Any number of them: only the visible ones are loaded and rendered. */
export function TaskTable(props: TaskViewProps) {
  const { projectId, scope, state, customFields, onChange } = props
  const columns = shownColumns(state.columns, projectId === undefined, customFields)
  const sums = columns.flatMap(({ field }) => (field?.type === 'number' ? [`cf${field.id}`] : []))
  const { data, error, isFetching, refetch } = useQuery({
    ...summaryQuery(scope, state.groupBy, sums.slice(0, MAX_SUMS)),
    // Until the new figures have arrived, the old ones stay; those of other groups would be wrong.
    placeholderData: (last, query) => (query?.queryKey[2].groupBy === state.groupBy ? last : undefined),
  })
  if (data?.count === 0)
    return <NoTasks isFiltered={state.filter !== ''} onClear={() => onChange({ filter: '' })} />
  if (data) return <TableGrid {...props} summary={data} />
  if (error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  return (
    <Box px="md" pt="xs">
      <RowsSkeleton />
    </Box>
  )
}

function NoTasks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (isFiltered) {
    return (
      <EmptyState
        icon={IconSearch}
        title={t('views.empty.filteredTitle')}
        text={t('views.empty.filteredText')}
      >
        <Button variant="default" onClick={onClear}>
          {t('views.filter.clear')}
        </Button>
      </EmptyState>
    )
  }
  return <EmptyState icon={IconListCheck} title={t('views.empty.title')} text={t('views.empty.text')} />
}
