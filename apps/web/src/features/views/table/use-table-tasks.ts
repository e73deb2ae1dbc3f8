import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { narrowedScope } from '../view/narrowed-scope.ts'
import { taskPageQuery } from '../view/view.queries.ts'
import { PAGE_SIZE, type TaskOrder, type TaskScope } from '../view/view-state.ts'
import { pageOf, pagesBetween, type Row, type Section } from './table-rows.ts'

/** Pages that a fast scroll passes by are not requested. */
const SETTLE_MS = 90

interface Visible {
  sections: Section[]
  scope: TaskScope
  orderBy: TaskOrder
  first: number
  last: number
  findField: FindField
}

/** The tasks of the visible rows; those of other rows are undefined until they become visible. */
export function useTableTasks({ sections, scope, orderBy, first, last, findField }: Visible) {
  const pages = pagesBetween(sections, first, last)
  const key = pages.map(({ sectionIndex, page }) => `${sectionIndex}.${page}`).join()
  const [settledKey] = useDebouncedValue(key, SETTLE_MS)
  const settled = new Set(settledKey.split(','))
  const isFirst = first === 0
  const scopeOf = useScopes(sections, scope, findField)
  const results = useQueries({
    queries: pages.map(({ sectionIndex, page }) => ({
      ...taskPageQuery(scopeOf(sectionIndex), orderBy, page),
      enabled: isFirst || settled.has(`${sectionIndex}.${page}`),
    })),
  })
  const loaded = new Map(
    results.map(({ data }, at) => [`${pages[at]?.sectionIndex}.${pages[at]?.page}`, data] as const),
  )
  const taskOf = (row: Row | undefined): Task | undefined => {
    if (row?.type !== 'task') return undefined
    const page = pageOf(row.index)
    return loaded.get(`${row.sectionIndex}.${page}`)?.[row.index - (page - 1) * PAGE_SIZE]
  }
  const failed = results.find(({ error, data }) => error && !data)
  return {
    taskOf,
    tasks: results.flatMap(({ data }) => data ?? []),
    error: failed?.error,
    retry: failed?.refetch,
  }
}

/** The scope of each section, read when it is needed: there can be thousands of groups. */
function useScopes(sections: Section[], scope: TaskScope, findField: FindField) {
  return useMemo(() => {
    const known = new Map<number, TaskScope>()
    return (sectionIndex: number) => {
      const filter = sections[sectionIndex]?.group?.filter
      const found = known.get(sectionIndex) ?? (filter ? narrowedScope(scope, filter, findField) : scope)
      known.set(sectionIndex, found)
      return found
    }
  }, [sections, scope, findField])
}
