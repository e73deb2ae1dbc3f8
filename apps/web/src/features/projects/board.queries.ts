import type {
  BoardChanges,
  BoardWithColumns,
  ListedBoard,
  NewBoard,
} from '@atrium/tasks/boards/board.contract'
import { get, type Item, type List, post, put, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { boardsQuery } from '../../data/boards.ts'

/** The columns of one board with the number of their tasks. */
export function boardColumnsQuery(projectId: number, boardId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'boards', boardId],
    queryFn: async ({ signal }) => (await get<Item<BoardWithColumns>>(`/board/${boardId}`, {}, signal)).item,
  })
}

const everything = 1000

/** What can be brought back, for those who may. */
export function deletedBoardsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'boards', 'deleted'],
    queryFn: ({ signal }) =>
      get<List<ListedBoard>>(`/project/${projectId}/board`, { deleted: true, limit: everything }, signal),
    select: ({ items }: List<ListedBoard>) => items,
  })
}

export function useCreateBoard(projectId: number) {
  return useBoardMutation(projectId, (board: NewBoard) =>
    post<Item<BoardWithColumns>>(`/project/${projectId}/board`, board),
  )
}

export function useChangeBoard(projectId: number) {
  return useBoardMutation(projectId, ({ id, ...changes }: BoardChanges & { id: number }) =>
    put<Item<BoardWithColumns>>(`/board/${id}`, changes),
  )
}

export function useDeleteBoard(projectId: number) {
  return useBoardMutation(projectId, (id: number) => remove(`/board/${id}`))
}

export function useRestoreBoard(projectId: number) {
  return useBoardMutation(projectId, (id: number) => post<Item<BoardWithColumns>>(`/board/${id}/restore`))
}

function useBoardMutation<Input, Output>(projectId: number, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // The lists alone: a board that was deleted has no columns to ask for.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: deletedBoardsQuery(projectId).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      return queryClient.invalidateQueries({ queryKey: boardsQuery(projectId).queryKey, exact: true })
    },
  })
}
