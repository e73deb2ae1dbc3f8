import { type ApiError, hasStatus, isRefused } from '@atrium/client/api-error'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { moveTask, type Task } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError, showNotice } from '@atrium/ui/feedback/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { cardOf, findCard, withCard, withoutCard } from '../../data/board-cache.ts'
import { fullBoardQuery } from '../../data/boards.ts'
import { updateBoard } from './board.queries.ts'
import type { CardMove } from './card-place.ts'
import { slideBack } from './slide-back.ts'

type Retry = (changed: { force?: boolean }) => void

/** Slides the card back to where the server has it, and shows the reason with what the user can do about it. */
export function useTellRefusedMove(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  return useCallback(
    (error: unknown, { taskId, columnId }: CardMove, retry: Retry) => {
      slideBack(taskId)
      const board = queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
      const title = (board && findCard(board, taskId)?.title) ?? ''
      const column = board?.columns.find(({ id }) => id === columnId)?.title ?? ''

      if (isRefused(moveTask, error, 'wip_limit_reached')) {
        const limit = Number(error.details.wipLimit)
        return showNotice({
          color: 'amber',
          title: t('boards.move.refused', { title }),
          message: t('boards.move.wipLimit', { column, count: limit }),
          action: { label: t('boards.move.anyway'), run: () => retry({ force: true }) },
          lastsMs: 12_000,
        })
      }
      if (isRefused(moveTask, error, 'stale_version')) {
        updateBoard(queryClient, boardId, now => withCurrent(now, error))
        return showNotice({
          color: 'amber',
          title: t('boards.move.refused', { title }),
          message: t('boards.move.stale'),
          action: { label: t('boards.move.anyway'), run: () => retry({}) },
        })
      }
      if (hasStatus(error, 404) || hasStatus(error, 410)) {
        updateBoard(queryClient, boardId, now => withoutCard(now, taskId))
        return showNotice({ color: 'amber', message: t('boards.move.gone', { title }) })
      }
      if (hasStatus(error, 422)) {
        void queryClient.invalidateQueries({ queryKey: ['board', boardId] })
        return showNotice({
          color: 'amber',
          title: t('boards.move.refused', { title }),
          message: t('boards.move.columnGone'),
        })
      }
      if (hasStatus(error, 403) || hasStatus(error, 401)) return notifyOfError(error)
      return showNotice({
        color: 'red',
        title: t('boards.move.refused', { title }),
        message: t('boards.move.noAnswer'),
        action: { label: t('actions.retry'), run: () => retry({}) },
        lastsMs: 12_000,
      })
    },
    [queryClient, boardId, t],
  )
}

function withCurrent(board: FullBoard, { details }: ApiError) {
  const current = details.current as Task
  return current.boardId === board.id ? withCard(board, cardOf(current)) : withoutCard(board, current.id)
}
