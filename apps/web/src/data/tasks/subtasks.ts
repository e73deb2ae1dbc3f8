import { listSubtasks } from '@atrium/tasks/tasks/subtasks/subtask.contract'
import { replyQuery } from '../../api.ts'

/** One level of sub-tasks, and the tasks above from the top down. */
export function subtasksQuery(taskId: number) {
  return replyQuery(['task', taskId, 'subtasks'], listSubtasks, {
    params: { id: taskId },
    query: { limit: 1000 },
  })
}

/** Whether a list of sub-tasks or relations shows the task, and so has to be refetched when it changes. */
export function showsTask(data: unknown, taskId: number): boolean {
  if (Array.isArray(data)) return data.some(value => showsTask(value, taskId))
  if (typeof data !== 'object' || data === null) return false
  const { id, task, ...lists } = data as Record<string, unknown>
  if (id === taskId && 'title' in data) return true
  return [task, ...Object.values(lists)].some(value => typeof value === 'object' && showsTask(value, taskId))
}
