import type { BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { get, type Item } from '@atrium/ui/api'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { usePersonalBoard } from '../../data/personal-board.ts'
import { tasksQuery } from '../../data/tasks.ts'

/** More than anybody does next. */
const MOST_OPEN = 300
const MOST_DONE = 5

/** What is assigned to the caller, and what waits on the personal board for whoever else would do it. */
export function useMyTasks() {
  const { project, isPending: isSearching } = usePersonalBoard()
  const open = useBoth(project?.id, { completed: false, orderBy: 'dueDate', limit: MOST_OPEN })
  const done = useBoth(project?.id, { completed: true, orderBy: '-updatedAt', limit: MOST_DONE })
  return {
    ...open,
    hidden: open.total > open.tasks.length ? open.total - open.tasks.length : 0,
    done: done.tasks.toSorted(byCompletion).slice(0, MOST_DONE),
    isPending: isSearching || open.isPending || done.isPending,
  }
}

type Filters = { completed: boolean; orderBy: string; limit: number }

function useBoth(personalId: number | undefined, filters: Filters) {
  const assigned = useQuery(tasksQuery({ assigneeId: 'me', ...filters }))
  const personal = useQuery({
    ...tasksQuery({ projectId: personalId, assigneeId: 'none', ...filters }),
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
    queryFn: async ({ signal }) => (await get<Item<BoardWithColumns>>(`/board/${id}`, {}, signal)).item,
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
