import { hasCode } from '@atrium/client/api-error'
import type { ReplyOf } from '@atrium/core/contract'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { assignTask, deleteTask, restoreTask } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { cardOf, patchCard, withCard, withoutCard } from '../../../data/board-cache.ts'
import { updateBoard } from '../board.queries.ts'

interface Assignment {
  card: Card
  assigneeId: number | null
}

export function useAssignCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const assignment = {
    scope: { id: `assign:${boardId}` },
    meta: { hasNoForm: true },
    mutationFn: ({ card, assigneeId }: Assignment) =>
      api(assignTask, { params: { id: card.id }, body: { assigneeId } }),
    onMutate: ({ card, assigneeId }: Assignment) =>
      updateBoard(queryClient, boardId, board => patchCard(board, card.id, { assigneeId })),
    onSuccess: ({ item }: ReplyOf<typeof assignTask>) => {
      updateBoard(queryClient, boardId, board => patchCard(board, item.id, cardOf(item)))
      void queryClient.invalidateQueries({ queryKey: ['task', item.id] })
    },
    onError: (_error: Error, { card }: Assignment) =>
      updateBoard(queryClient, boardId, board => patchCard(board, card.id, { assigneeId: card.assigneeId })),
  }
  const undo = useMutation(assignment)
  return useMutation({
    ...assignment,
    onSuccess: (answer, { card, assigneeId }) => {
      assignment.onSuccess(answer)
      const done = assigneeId === null ? 'boards.card.unassigned' : 'boards.card.assigned'
      offerUndo(t(done, { title: card.title }), () =>
        undo.mutate({ card: { ...card, assigneeId }, assigneeId: card.assigneeId }),
      )
    },
  })
}

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
