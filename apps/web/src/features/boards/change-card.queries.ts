import { hasStatus } from '@atrium/client/api-error'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type Item, post, remove } from '@atrium/ui/api'
import { useUndo } from '@atrium/ui/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cardOf, patchCard, withCard, withoutCard } from '../../data/board-cache.ts'
import { updateBoard } from './board.queries.ts'

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
      post<Item<Task>>(`/task/${card.id}/assign`, { assigneeId }),
    onMutate: ({ card, assigneeId }: Assignment) =>
      updateBoard(queryClient, boardId, board => patchCard(board, card.id, { assigneeId })),
    onSuccess: ({ item }: Item<Task>) => {
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

/** Into the trash, from which it can be taken back. */
export function useDeleteCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const restore = useMutation({
    meta: { hasNoForm: true },
    mutationFn: (id: number) => post<Item<Task>>(`/task/${id}/restore`),
    onSuccess: ({ item }) => updateBoard(queryClient, boardId, board => withCard(board, cardOf(item))),
  })
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (card: Card) => remove(`/task/${card.id}`),
    onMutate: card => updateBoard(queryClient, boardId, board => withoutCard(board, card.id)),
    onSuccess: (_answer, card) =>
      offerUndo(t('boards.card.deleted', { title: card.title }), () => restore.mutate(card.id)),
    onError: (error, card) => {
      const isGoneAnyway = hasStatus(error, 404) || hasStatus(error, 410)
      if (!isGoneAnyway) updateBoard(queryClient, boardId, board => withCard(board, card))
    },
  })
}
