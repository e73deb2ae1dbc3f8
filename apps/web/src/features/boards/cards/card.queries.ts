import { hasCode } from '@atrium/client/api-error'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { deleteTask, restoreTask } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { cardOf, withCard, withoutCard } from '../../../data/board-cache.ts'
import { updateBoard } from '../board.queries.ts'

/** Moves the card to the trash and offers to undo it. */
export function useDeleteCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const restore = useMutation({
    meta: { hasNoForm: true },
    mutationFn: (id: number) => api(restoreTask, { params: { id } }),
    onSuccess: ({ item }) => updateBoard(queryClient, boardId, board => withCard(board, cardOf(item))),
  })
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (card: Card) => api(deleteTask, { params: { id: card.id } }),
    onMutate: card => updateBoard(queryClient, boardId, board => withoutCard(board, card.id)),
    onSuccess: (_answer, card) =>
      offerUndo(t('boards.card.deleted', { title: card.title }), () => restore.mutate(card.id)),
    onError: (error, card) => {
      const isGone = hasCode(error, 'task_not_found') || hasCode(error, 'record_deleted')
      if (!isGone) updateBoard(queryClient, boardId, board => withCard(board, card))
    },
  })
}
