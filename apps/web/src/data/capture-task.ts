import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { NewTask, Task } from '@atrium/tasks/tasks/task.contract'
import { type Item, post } from '@atrium/ui/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cardOf, withCard } from './board-cache.ts'
import { fullBoardQuery } from './boards.ts'

/** Without a board it lands on the personal one. */
export function useCaptureTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (task: NewTask) => (await post<Item<Task>>('/task', task)).item,
    onSuccess: task => {
      queryClient.setQueryData<FullBoard>(
        fullBoardQuery(task.boardId).queryKey,
        board => board && withCard(board, cardOf(task)),
      )
      return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}
