import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { createTask, type NewTask } from '@atrium/tasks/tasks/task.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { cardOf, withCard } from './board-cache.ts'
import { fullBoardQuery } from './boards.ts'

/** Without a board, on the personal one. */
export function useCaptureTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (task: NewTask) => (await api(createTask, { body: task })).item,
    onSuccess: task => {
      queryClient.setQueryData<FullBoard>(
        fullBoardQuery(task.boardId).queryKey,
        board => board && withCard(board, cardOf(task)),
      )
      return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}
