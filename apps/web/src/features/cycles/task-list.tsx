import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { backlogQuery } from './cycle.queries.ts'
import { PlannedTask } from './planned-task.tsx'
import classes from './planning.module.css'
import { type Arrivals, shownTasks } from './use-plan-task.ts'

export interface Planning {
  projectKey: string | null
  mayWrite: boolean
  arrivals: Arrivals
  onPlan: (task: Task, cycleId: number | null) => void
}

interface TaskListProps {
  label: string
  /** Null for the backlog. */
  cycleId: number | null
  query: ReturnType<typeof backlogQuery>
  emptyText: string
  planning: Planning
}

/** The tasks of a cycle, or of none, a hundred at a time. */
export function TaskList({ label, cycleId, query, emptyText, planning }: TaskListProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(query)
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
    ) : (
      <RowsSkeleton rows={3} />
    )
  const { arrivals, ...row } = planning
  const tasks = shownTasks(
    data.pages.flatMap(({ items }) => items),
    arrivals,
    cycleId,
  )
  if (tasks.length === 0) {
    return (
      <Text size="sm" c="dimmed" py="xs">
        {emptyText}
      </Text>
    )
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without markers is one */}
      <ul role="list" className={classes.tasks} aria-label={label}>
        {tasks.map(task => (
          <PlannedTask key={task.id} task={task} {...row} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('cycles.planning.more')}
        </Button>
      )}
    </>
  )
}
