import type { BoardChanges, BoardWithColumns, NewBoard } from '@atrium/tasks/boards/board.schema'
import { get, type Item, post, put, remove } from '@atrium/ui/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { boardsQuery } from '../../data/boards.ts'

/** The columns of one board with the number of their tasks. */
export function boardColumnsQuery(projectId: number, boardId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'boards', boardId],
    queryFn: async ({ signal }) => (await get<Item<BoardWithColumns>>(`/board/${boardId}`, {}, signal)).item,
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
    // The list alone: a board that was deleted has no columns to ask for.
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: boardsQuery(projectId).queryKey, exact: true }),
  })
}
