import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { assigneeIdsOf, toggleAssignee } from '../../../data/people/assignees.ts'
import { namesOf } from '../../../data/people/people-avatars.tsx'
import { runningTimerQuery, useStartTimer, useStopTimer } from '../../../data/planning/time.ts'
import type { useBoardContext } from '../board/board-context.ts'
import type { ShownLane } from '../board/board-lanes.ts'
import type { CardMove } from '../board/card-place.ts'
import type { useCardPopups } from '../board/use-card-popups.ts'
import { useCardFieldShortcuts } from '../keyboard/card-field-shortcuts.ts'
import { useCardFiles } from './card-files.tsx'

const loadPopups = () => import('./card-popups.tsx')
const CardPopups = lazy(async () => ({ default: (await loadPopups()).CardPopups }))

interface CardToolsInput {
  board: FullBoard
  lanes: ShownLane[]
  context: ReturnType<typeof useBoardContext>
  popups: ReturnType<typeof useCardPopups>
  isLifted: boolean
  moveCard: (move: CardMove) => void
  focusNeighbor: (taskId: number) => void
  onOpen: (taskId: number) => void
}

export type CardTools = ReturnType<typeof useCardTools>

/** What can be done with a card in its place: shortcuts, the menu, the popovers and dropped files, once for all cards of the board. */
export function useCardTools({ board, lanes, context, popups, isLifted, ...actions }: CardToolsInput) {
  const { t } = useTranslation()
  const { mayWrite, myId, people, changeCard } = context
  const { popup, openField, openMenu, close } = popups
  const timer = useCardTimer()
  const files = useCardFiles(board.id, mayWrite)
  const menu = useMenuEvents(openMenu)

  const assignToMe = (card: Card) => {
    const { title } = card
    const me = people.get(myId)
    const assigneeIds = assigneeIdsOf(card)
    if (!assigneeIds.includes(myId)) {
      if (me) changeCard(card, { assigneeId: myId }, t('boards.card.assigned', { title, name: fullName(me) }))
      return
    }
    // The others stay on the task, and the next one becomes responsible.
    const left = toggleAssignee(assigneeIds, myId)
    const name = namesOf(left.flatMap(id => people.get(id) ?? []))
    const done = name ? t('boards.card.assigned', { title, name }) : t('boards.card.unassigned', { title })
    changeCard(card, { assigneeIds: left }, done)
  }
  useCardFieldShortcuts({
    lanes,
    isOn: mayWrite && !isLifted && !popup,
    openField,
    assignToMe,
    toggleTimer: timer.toggle,
  })

  return {
    timedId: timer.taskId,
    /** The event handlers of the element around all cards. */
    events: { ...menu, ...files.events },
    element: (
      <>
        {files.element}
        {popup && (
          <Suspense>
            <CardPopups
              board={board}
              lanes={lanes}
              popup={popup}
              onClose={close}
              isTimed={popup.taskId === timer.taskId}
              onToggleTimer={timer.toggle}
              {...actions}
            />
          </Suspense>
        )}
      </>
    ),
  }
}

function useMenuEvents(openMenu: CardToolsInput['popups']['openMenu']) {
  return useMemo(
    () => ({
      // Loaded before the first key can be pressed.
      onPointerOver: () => void loadPopups(),
      onFocusCapture: () => void loadPopups(),
      onContextMenu: (event: MouseEvent) => {
        const taskId = cardIdOf(event.target)
        // With Shift, the browser's own menu.
        if (!taskId || event.shiftKey) return
        event.preventDefault()
        openMenu(taskId, { x: event.clientX, y: event.clientY })
      },
      onKeyDown: (event: KeyboardEvent) => {
        const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
        const taskId = isMenuKey && cardIdOf(event.target)
        if (!taskId) return
        event.preventDefault()
        openMenu(taskId)
      },
    }),
    [openMenu],
  )
}

function cardIdOf(target: EventTarget) {
  return target instanceof Element ? Number(target.closest('[data-card]')?.getAttribute('data-card')) : 0
}

/** The card that the user's timer runs on. */
function useCardTimer() {
  const { t } = useTranslation()
  // The clock in the header keeps it current.
  const { data: running } = useQuery({ ...runningTimerQuery, refetchOnMount: false })
  const { mutate: start } = useStartTimer()
  const { mutate: stop } = useStopTimer()
  const taskId = running?.taskId ?? null
  const toggle = useCallback(
    ({ id, title }: Card) => {
      if (id === taskId)
        stop(id, { onSuccess: () => notifyOfSuccess(t('boards.card.timerStopped', { title })) })
      else start(id, { onSuccess: () => notifyOfSuccess(t('boards.card.timerStarted', { title })) })
    },
    [taskId, start, stop, t],
  )
  return { taskId, toggle }
}
