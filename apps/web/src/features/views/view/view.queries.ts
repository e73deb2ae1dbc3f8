import { summarizeTasks } from '@atrium/tasks/tasks/summary/task-summary.contract'
import { listTasks } from '@atrium/tasks/tasks/task.contract'
import { itemQuery, itemsQuery } from '../../../api.ts'
import { type Grouping, PAGE_SIZE, type TaskOrder, type TaskScope } from './view-state.ts'

/** Keys start with ['tasks'], so that live changes refresh what is on the screen. */
export function taskPageQuery(scope: TaskScope, orderBy: TaskOrder, page: number) {
  const query = { ...scope, orderBy, page, limit: PAGE_SIZE }
  return { ...itemsQuery(['tasks', 'page', query], listTasks, { query }), staleTime: 30_000 }
}

/** `sums` are the custom fields to add up. */
export function summaryQuery(scope: TaskScope, groupBy: Grouping, sums: string[] = []) {
  const query = { ...scope, groupBy, ...(sums.length > 0 && { sums: sums.join() }) }
  return itemQuery(['tasks', 'summary', query] as const, summarizeTasks, { query })
}
