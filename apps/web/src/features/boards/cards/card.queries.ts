import { hasCode, isRefused } from '@atrium/client/api-error'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { deleteTask, restoreTask } from '@atrium/tasks/tasks/task.contract'
import { duplicateTask, moveTaskToProject } from '@atrium/tasks/tasks/transfer/transfer.contract'
import { notifyOfError, showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { cardOf, withCard, withoutCard } from '../../../data/boards/board-cache.ts'
import { updateBoard } from '../board/board.queries.ts'

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

/** The copy is right below the card. */
export function useDuplicateCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const remove = useMutation({
    meta: { hasNoForm: true },
    mutationFn: (id: number) => api(deleteTask, { params: { id } }),
    onSuccess: (_answer, id) => updateBoard(queryClient, boardId, board => withoutCard(board, id)),
  })
  const duplicate = useMutation({
    meta: { hasNoForm: true, showsOwnErrors: true },
    mutationFn: ({ card, force }: { card: Card; force?: boolean }) =>
      api(duplicateTask, { params: { id: card.id }, body: { ...(force && { force }) } }),
    onSuccess: ({ item }, { card }) => {
      updateBoard(queryClient, boardId, board => withCard(board, cardOf(item)))
      offerUndo(t('boards.card.duplicated', { title: card.title }), () => remove.mutate(item.id))
    },
    onError: (error, { card }) => {
      if (!isRefused(duplicateTask, error, 'wip_limit_reached')) return notifyOfError(error)
      showNotice({
        color: 'amber',
        message: t('boards.quickAdd.refused.wipLimit'),
        action: { label: t('boards.quickAdd.anyway'), run: () => duplicate.mutate({ card, force: true }) },
      })
    },
  })
  return duplicate
}

interface ProjectMove {
  card: Card
  to: { id: number; name: string }
}

/** The card keeps everything that the other project knows; the notice says if something stayed behind. */
export function useMoveToProject(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ card, to }: ProjectMove) =>
      api(moveTaskToProject, { params: { id: card.id }, body: { projectId: to.id, force: true } }),
    onMutate: ({ card }) => updateBoard(queryClient, boardId, board => withoutCard(board, card.id)),
    onSuccess: ({ item, leftBehind }, { to }) => {
      void queryClient.invalidateQueries({ queryKey: ['board', item.boardId] })
      void queryClient.invalidateQueries({ queryKey: ['task', item.id] })
      const hasLost = leftBehind.assigneeIds.length > 0 || leftBehind.stickers.length > 0
      showNotice({
        message: t(hasLost ? 'boards.move.toProjectPartly' : 'boards.move.toProject', { project: to.name }),
        action: {
          label: t('boards.menu.open'),
          run: () =>
            void navigate({
              to: '/board/$boardId/task/$taskId',
              params: { boardId: item.boardId, taskId: item.id },
            }),
        },
      })
    },
    onError: (_error, { card }) => updateBoard(queryClient, boardId, board => withCard(board, card)),
  })
}
