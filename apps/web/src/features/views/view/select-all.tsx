import { MAX_BULK_TASKS } from '@atrium/tasks/tasks/bulk/bulk.contract'
import { listTasks, type Task } from '@atrium/tasks/tasks/task.contract'
import { Button, Checkbox } from '@mantine/core'
import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import type { Selection } from './selection.ts'
import { summaryQuery } from './view.queries.ts'
import type { TaskOrder, TaskScope } from './view-state.ts'

/** The selected tasks that have been loaded. */
export function useSelectedTasks({ ids }: Selection): Task[] {
  const queryClient = useQueryClient()
  const fetching = useIsFetching({ queryKey: ['tasks'] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that have arrived may contain more of them
  return useMemo(() => {
    const pages = queryClient.getQueriesData<Task[]>({ queryKey: ['tasks', 'page'] })
    const loaded = pages.flatMap(([, page]) => page ?? []).filter(task => ids.has(task.id))
    return [...new Map(loaded.map(task => [task.id, task])).values()]
  }, [ids, queryClient, fetching])
}

/** Selects what matches the filter, in the order of the view, as far as it can be changed at once. */
function useSelectAll({ add }: Selection, scope: TaskScope, orderBy: TaskOrder) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const query = { ...scope, orderBy, limit: MAX_BULK_TASKS, page: 1 }
      const { items } = await api(listTasks, { query })
      return { query, items }
    },
    onSuccess: ({ query, items }) => {
      queryClient.setQueryData(['tasks', 'page', query], items)
      add(items.map(({ id }) => id))
    },
  })
}

interface SelectAllProps {
  selection: Selection
  scope: TaskScope
  orderBy: TaskOrder
}

/** Offered as long as there is more to select. */
export function SelectAll({ selection, scope, orderBy }: SelectAllProps) {
  const { t } = useTranslation()
  const { data: summary } = useQuery(summaryQuery(scope, 'none'))
  const { mutate, isPending } = useSelectAll(selection, scope, orderBy)
  const total = summary?.count ?? 0
  const selectable = Math.min(total, MAX_BULK_TASKS)
  if (selectable <= selection.ids.size) return null
  return (
    <Button size="compact-sm" variant="subtle" loading={isPending} onClick={() => mutate()}>
      {t(total > MAX_BULK_TASKS ? 'bulk.selectFirst' : 'bulk.selectAll', { count: selectable })}
    </Button>
  )
}

/** The checkbox above those of the rows. */
export function SelectAllBox({ selection, scope, orderBy, total }: SelectAllProps & { total: number }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSelectAll(selection, scope, orderBy)
  const selectable = Math.min(total, MAX_BULK_TASKS)
  const count = selection.ids.size
  const label = t(total > MAX_BULK_TASKS ? 'bulk.selectFirst' : 'bulk.selectAll', { count: selectable })
  return (
    <Checkbox
      size="xs"
      ml="0.625rem"
      aria-label={count > 0 ? t('bulk.clear') : label}
      checked={count > 0 && count >= selectable}
      indeterminate={count > 0 && count < selectable}
      disabled={isPending}
      onChange={() => (count > 0 ? selection.clear() : mutate())}
    />
  )
}
