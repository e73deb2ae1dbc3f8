import { type ApiError, hasCode, hasStatus, isRefused } from '@atrium/client/api-error'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { moveTask } from '@atrium/tasks/tasks/task.contract'
import { notifyOfError, showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type Mutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { findCard, withoutCard } from '../../../data/boards/board-cache.ts'
import { fullBoardQuery } from '../../../data/boards/boards.ts'
import type { OwnChange } from '../../../data/boards/own-changes.ts'
import { sendMove } from '../../../data/changes/change-task.ts'
import { updateBoard } from '../board/board.queries.ts'
import { type CardMove, placeOf, withMoves } from '../board/card-place.ts'
import { usePlaceName } from '../drag/announcements.ts'
import { slide } from '../drag/card-motion.ts'

type SentMove = CardMove & { force?: boolean }

const mutationKeyOf = (boardId: number) => ['move-card', boardId]

/** Moves that the server has not confirmed yet, oldest first. */
export function usePendingMoves(boardId: number) {
  return useMutationState({
    filters: { mutationKey: mutationKeyOf(boardId), status: 'pending' },
    select: moveOf,
  })
}

function moveOf({ state }: Mutation) {
  return (state.variables as OwnChange).details as CardMove
}

/** Moves of one card are sent one at a time, each with the version that the previous one returned. */
export function useMoveCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo, willOfferUndo } = useUndo()
  const placeName = usePlaceName()
  const showRefused = useShowRefusedMove(boardId)

  return useCallback(
    function move(to: SentMove, { isUndo = false } = {}) {
      const currentBoard = () => queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
      const pending = () =>
        queryClient
          .getMutationCache()
          .findAll({ mutationKey: mutationKeyOf(boardId), status: 'pending' })
          .map(moveOf)
      const board = currentBoard()
      const from = board && placeOf(withMoves(board, pending()), to.taskId, to.lane?.changes)

      const send = async () => {
        const { taskId, lane, ...place } = to
        const version = board && findCard(board, taskId)?.version
        const target = { ...place, ...lane?.changes, ...(version && { version }) }
        try {
          const options = { mutationKey: mutationKeyOf(boardId), details: to }
          const item = await sendMove(queryClient, { id: taskId }, target, options)
          const column = currentBoard()?.columns.find(({ id }) => id === item.columnId)
          if (isUndo || !from || !column) return
          const isEarly = item.isBlocked && item.completedAt !== null && from.columnId !== item.columnId
          const done = t('boards.move.done', { column: placeName(column.title, lane?.name) })
          offerUndo(isEarly ? t('tasks.blocked.completed', { title: item.title }) : done, () =>
            move({ taskId, ...from, force: true }, { isUndo: true }),
          )
        } catch (error) {
          showRefused(error, to, forced => move({ ...to, ...forced }))
        }
      }
      const moved = send()
      if (!isUndo) willOfferUndo(moved)
    },
    [queryClient, boardId, t, offerUndo, willOfferUndo, placeName, showRefused],
  )
}

const taskGone = ['task_not_found', 'record_deleted']
const forbidden = ['not_a_member', 'role_too_low', 'project_archived']

type Retry = (changed: { force?: boolean }) => void

/** Slides the card back to where the server has it, and shows the reason with what the user can do about it. */
function useShowRefusedMove(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  return useCallback(
    (error: unknown, { taskId, columnId }: CardMove, retry: Retry) => {
      slide(taskId)
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
        return showNotice({
          color: 'amber',
          title: t('boards.move.refused', { title }),
          message: t('boards.move.stale'),
          action: { label: t('boards.move.anyway'), run: () => retry({}) },
        })
      }
      if (taskGone.some(code => hasCode(error, code))) {
        updateBoard(queryClient, boardId, now => withoutCard(now, taskId))
        return showNotice({ color: 'amber', message: t('boards.move.gone', { title }) })
      }
      if (hasCode(error, 'validation_failed')) {
        void queryClient.invalidateQueries({ queryKey: ['board', boardId] })
        return showNotice({
          color: 'amber',
          title: t('boards.move.refused', { title }),
          message: laneRefusal(error) || t('boards.move.columnGone'),
        })
      }
      if (hasStatus(error, 401) || forbidden.some(code => hasCode(error, code))) return notifyOfError(error)
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

/** Why the card can't be in the lane; empty if that is not the reason. */
function laneRefusal({ fieldErrors: { columnId, ...ofLane } }: ApiError) {
  return columnId ? '' : Object.values(ofLane).flat().join(' ')
}
