import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withCard, withoutCard } from '../../../data/boards/board-cache.ts'
import { fullBoardQuery } from '../../../data/boards/boards.ts'
import { notifyOfRefusedChange, sendMove } from '../../../data/changes/change-task.ts'
import { updateBoard } from '../board/board.queries.ts'
import { placeOf } from '../board/card-place.ts'

/** Moves the card to the first column of another board of the project. */
export function useMoveToBoard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  return async (card: Card, to: { id: number; name: string }) => {
    const board = queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
    const from = board && placeOf(board, card.id)
    updateBoard(queryClient, boardId, now => withoutCard(now, card.id))
    try {
      const moved = await sendMove(queryClient, card, { place: 'start', boardId: to.id })
      void queryClient.invalidateQueries({ queryKey: ['board', to.id] })
      if (!from) return
      const back = { ...from, force: true }
      offerUndo(
        t('boards.move.done', { column: to.name }),
        () => void sendMove(queryClient, moved, back).catch(notifyOfRefusedChange),
      )
    } catch (error) {
      updateBoard(queryClient, boardId, now => withCard(now, card))
      notifyOfRefusedChange(error)
    }
  }
}
