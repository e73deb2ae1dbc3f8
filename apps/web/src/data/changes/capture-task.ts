import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskToCreate } from '../../changes/queued-change.ts'
import { cardOf, withCard } from '../boards/board-cache.ts'
import { fullBoardQuery } from '../boards/boards.ts'
import { addChange } from './task-changes.ts'

/** Without a board, the task goes to the personal one. */
export function useCaptureTask() {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    meta: { isQueued: true },
    mutationFn: async (task: TaskToCreate) => {
      const shownAs = { mutationKey: ['capture-task'], variables: task.title }
      return (await addChange(queryClient, { request: { kind: 'create', task }, shownAs }).answer) as Task
    },
    onSuccess: task => {
      queryClient.setQueryData<FullBoard>(
        fullBoardQuery(task.boardId).queryKey,
        board => board && withCard(board, cardOf(task)),
      )
      // Not awaited: the next task can be sent while the lists are refetched.
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}
