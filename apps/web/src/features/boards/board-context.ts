import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoardRights } from '../../data/boards.ts'
import { membersQuery } from '../../data/projects.ts'
import { prioritiesQuery } from '../../data/tasks.ts'
import { useToday } from '../../data/user-settings.ts'
import { useAssignCard, useDeleteCard } from './cards/card.queries.ts'
import { type CardFormats, createCardFormats } from './cards/card-formats.ts'
import { type CardMove, placeAt } from './cards/card-place.ts'

/** Shared by all cards and columns. It rarely changes, so that cards rarely render again. */
interface BoardContextValue {
  boardId: number
  mayWrite: boolean
  mayManage: boolean
  myId: number
  today: string
  formats: CardFormats
  people: Map<number, Member['user']>
  priorities: Map<number, TaskPriority>
  stickers: Map<number, FullBoard['stickers'][number]>
  assign: (card: Card, assigneeId: number | null) => void
  openMoveDialog: (card: Card) => void
  moveToEnd: (card: Card, end: 'top' | 'bottom') => void
  deleteCard: (card: Card) => void
}

export const BoardContext = createContext<BoardContextValue | null>(null)

export function useBoard() {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard needs a BoardContext around it')
  return board
}

interface CardActions {
  moveCard: (move: CardMove) => void
  openMoveDialog: (card: Card) => void
  focusNeighbor: (taskId: number) => void
}

export function useBoardContext(board: FullBoard, myId: number, actions: CardActions) {
  const { moveCard, openMoveDialog, focusNeighbor } = actions
  const { data: members } = useQuery(membersQuery(board.projectId))
  const { data: priorities } = useQuery(prioritiesQuery)
  const { mutate: assign } = useAssignCard(board.id)
  const { mutate: deleteCard } = useDeleteCard(board.id)
  // The columns change with every move, but the context must not.
  const columns = useRef(board.columns)
  useEffect(() => {
    columns.current = board.columns
  })

  const { mayWrite, mayManage } = useBoardRights(board)
  const today = useToday()
  const { i18n } = useTranslation()
  const formats = useMemo(() => createCardFormats(i18n.language), [i18n.language])
  const { id: boardId, stickers } = board
  return useMemo<BoardContextValue>(
    () => ({
      boardId,
      myId,
      today,
      formats,
      mayWrite,
      mayManage,
      people: new Map(members?.map(({ userId, user }) => [userId, user])),
      priorities: new Map(priorities?.map(priority => [priority.id, priority])),
      stickers: new Map(stickers.map(sticker => [sticker.id, sticker])),
      assign: (card, assigneeId) => assign({ card, assigneeId }),
      openMoveDialog,
      moveToEnd: (card, end) => {
        const column = columns.current.find(({ id }) => id === card.columnId)
        const others = column?.tasks.filter(({ id }) => id !== card.id) ?? []
        moveCard({ taskId: card.id, ...placeAt(card.columnId, others, end === 'top' ? 0 : others.length) })
      },
      deleteCard: card => {
        focusNeighbor(card.id)
        deleteCard(card)
      },
    }),
    [
      boardId,
      myId,
      today,
      formats,
      mayWrite,
      mayManage,
      members,
      priorities,
      stickers,
      assign,
      openMoveDialog,
      moveCard,
      deleteCard,
      focusNeighbor,
    ],
  )
}
