import type { BoardChanges, BoardWithColumns, NewBoard } from '@atrium/tasks/boards/board.contract'
import * as contracts from '@atrium/tasks/boards/board.contract'
import type { UsedForBoard } from '@atrium/tasks/templates/use.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemQuery, listQuery } from '../../api.ts'
import { boardsQuery } from '../../data/boards/boards.ts'
import { navigationQuery } from '../../data/projects/projects.ts'
import type { ChosenTemplate } from '../../templates/template.queries.ts'

/** The columns of a board with their number of tasks. */
export function boardColumnsQuery(projectId: number, boardId: number) {
  return itemQuery(['project', projectId, 'boards', boardId], contracts.getBoard, { params: { id: boardId } })
}

const everything = 1000

/** For users who can restore boards. */
export function deletedBoardsQuery(projectId: number) {
  return listQuery(['project', projectId, 'boards', 'deleted'], contracts.listBoards, {
    params: { id: projectId },
    query: { deleted: 'true', limit: everything },
  })
}

/** With what a template refers to and no longer exists. */
type CreatedBoard = { item: BoardWithColumns } & Partial<Pick<UsedForBoard, 'leftOut'>>

export function useCreateBoard(projectId: number) {
  return useBoardMutation(
    projectId,
    async ({
      template,
      ...board
    }: NewBoard & { template: ChosenTemplate | undefined }): Promise<CreatedBoard> => {
      if (!template) return api(contracts.createBoard, { params: { id: projectId }, body: board })
      const { createBoardFrom } = await import('../../templates/template.queries.ts')
      return createBoardFrom(template, projectId, board)
    },
  )
}

export function useChangeBoard(projectId: number) {
  return useBoardMutation(projectId, ({ id, ...changes }: BoardChanges & { id: number }) =>
    api(contracts.updateBoard, { params: { id }, body: changes }),
  )
}

export function useDeleteBoard(projectId: number) {
  return useBoardMutation(projectId, (id: number) => api(contracts.deleteBoard, { params: { id } }))
}

export function useRestoreBoard(projectId: number) {
  return useBoardMutation(projectId, (id: number) => api(contracts.restoreBoard, { params: { id } }))
}

function useBoardMutation<Input, Output>(projectId: number, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // Only the lists: a deleted board has no columns to load.
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: deletedBoardsQuery(projectId).queryKey })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      void queryClient.invalidateQueries({ queryKey: navigationQuery.queryKey })
      return queryClient.invalidateQueries({ queryKey: boardsQuery(projectId).queryKey, exact: true })
    },
  })
}
