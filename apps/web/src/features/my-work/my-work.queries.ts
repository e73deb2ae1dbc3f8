import { getBoard } from '@atrium/tasks/boards/board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { usePersonalBoard } from '../../data/boards.ts'
import { type TaskFilters, tasksQuery } from '../../data/tasks.ts'

const MAX_OPEN = 300
const MAX_DONE = 5

/** The tasks that are assigned to the user, and the unassigned ones on their personal board. */
export function useMyTasks() {
  const { project, isPending: isSearching } = usePersonalBoard()
  const open = useBoth(project?.id, { completed: false, orderBy: 'dueDate', limit: MAX_OPEN })
  const done = useBoth(project?.id, { completed: true, orderBy: '-updatedAt', limit: MAX_DONE })
  return {
    ...open,
    hidden: open.total > open.tasks.length ? open.total - open.tasks.length : 0,
    done: done.tasks.toSorted(byCompletion).slice(0, MAX_DONE),
    isPending: isSearching || open.isPending || done.isPending,
  }
}

function useBoth(personalId: number | undefined, filters: TaskFilters) {
  const assigned = useQuery(tasksQuery({ assigneeId: 'me', ...filters }))
  const personal = useQuery({
    ...tasksQuery({ projectId: String(personalId), assigneeId: 'none', ...filters }),
    enabled: personalId !== undefined,
  })
  const lists = personalId === undefined ? [assigned] : [assigned, personal]
  return {
    tasks: lists.flatMap(({ data }) => data?.items ?? []),
    total: lists.reduce((sum, { data }) => sum + (data?._meta.total ?? 0), 0),
    isPending: lists.some(({ isPending }) => isPending),
    isFetching: lists.some(({ isFetching }) => isFetching),
    error: lists.find(({ data, error }) => !data && error)?.error,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  }
}

function byCompletion(one: Task, other: Task) {
  return (other.completedAt ?? '').localeCompare(one.completedAt ?? '')
}

/** Below the project, so that a change of its columns refreshes it. */
export function boardQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'board', id],
    queryFn: async ({ signal }) => (await api(getBoard, { params: { id }, signal })).item,
    staleTime: 5 * 60_000,
  })
}

/** The boards of the tasks, for their names and their columns. */
export function useBoardsOf(tasks: Task[]) {
  const places = new Map(tasks.map(({ projectId, boardId }) => [boardId, projectId]))
  return useQueries({
    queries: [...places].map(([boardId, projectId]) => boardQuery(projectId, boardId)),
    combine: answers =>
      new Map(answers.flatMap(({ data: board }) => (board ? [[board.id, board] as const] : []))),
  })
}
