import type { ReplyOf } from '@atrium/core/contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { moveTask } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { cardOf, findCard, withCard } from '../../data/board-cache.ts'
import { fullBoardQuery } from '../../data/boards.ts'
import { updateBoard } from './board.queries.ts'
import { type CardMove, placeOf, withMoves } from './card-place.ts'
import { useTellRefusedMove } from './refused-move.ts'

type SentMove = CardMove & { force?: boolean }

const movesOf = (boardId: number) => ['move-card', boardId]

/** Moves that the server has not confirmed yet, oldest first. */
export function usePendingMoves(boardId: number) {
  return useMutationState({
    filters: { mutationKey: movesOf(boardId), status: 'pending' },
    select: ({ state }) => state.variables as CardMove,
  })
}

/** Moves of one card are sent one at a time, each based on the version that the one before has returned. */
export function useMoveCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const tellRefused = useTellRefusedMove(boardId)

  return useCallback(
    function move(to: SentMove, { isUndo = false } = {}) {
      const known = () => queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
      const pending = () =>
        queryClient
          .getMutationCache()
          .findAll({ mutationKey: movesOf(boardId), status: 'pending' })
          .map(({ state }) => state.variables as CardMove)
      const board = known()
      const from = board && placeOf(withMoves(board, pending()), to.taskId)

      const mutation = queryClient
        .getMutationCache()
        .build<ReplyOf<typeof moveTask>, Error, SentMove, void>(queryClient, {
          mutationKey: movesOf(boardId),
          scope: { id: `card:${to.taskId}` },
          meta: { showsOwnErrors: true },
          mutationFn: ({ taskId, ...place }) => {
            const now = known()
            const version = now && findCard(now, taskId)?.version
            const body = { ...place, ...(version && { version }) }
            return api(moveTask, { params: { id: taskId }, body })
          },
          onSuccess: ({ item }) => {
            updateBoard(queryClient, boardId, now => withCard(now, cardOf(item)))
            void queryClient.invalidateQueries({ queryKey: ['task', item.id] })
            const column = known()?.columns.find(({ id }) => id === item.columnId)
            if (isUndo || !from || !column) return
            offerUndo(t('boards.move.done', { column: column.title }), () =>
              move({ taskId: item.id, ...from, force: true }, { isUndo: true }),
            )
          },
          onError: error => tellRefused(error, to, forced => move({ ...to, ...forced })),
        })
      mutation.execute(to).catch(() => {}) // already shown by onError
    },
    [queryClient, boardId, t, offerUndo, tellRefused],
  )
}
