import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useBoardRights } from '../../data/boards.ts'
import { membersQuery } from '../../data/projects.ts'
import { prioritiesQuery } from '../../data/tasks.ts'
import { useToday } from '../../data/user-settings.ts'
import type { BoardContextValue } from './board-context.ts'
import { type CardMove, placeAt } from './card-place.ts'
import { useAssignCard, useDeleteCard } from './change-card.queries.ts'

interface Ways {
  moveCard: (move: CardMove) => void
  askWhereTo: (card: Card) => void
  focusBeside: (taskId: number) => void
}

export function useBoardContext(board: FullBoard, myId: number, ways: Ways) {
  const { moveCard, askWhereTo, focusBeside } = ways
  const { data: members } = useQuery(membersQuery(board.projectId))
  const { data: priorities } = useQuery(prioritiesQuery)
  const { mutate: assign } = useAssignCard(board.id)
  const { mutate: deleteCard } = useDeleteCard(board.id)
  // The columns change with every move; what is made from them here must not.
  const columns = useRef(board.columns)
  useEffect(() => {
    columns.current = board.columns
  })

  const { mayWrite, mayManage } = useBoardRights(board)
  const today = useToday()
  const { id: boardId, stickers } = board
  return useMemo<BoardContextValue>(
    () => ({
      boardId,
      myId,
      today,
      mayWrite,
      mayManage,
      people: new Map(members?.map(({ userId, user }) => [userId, user])),
      priorities: new Map(priorities?.map(priority => [priority.id, priority])),
      stickers: new Map(stickers.map(sticker => [sticker.id, sticker])),
      assign: (card, assigneeId) => assign({ card, assigneeId }),
      askWhereTo,
      moveToEnd: (card, end) => {
        const column = columns.current.find(({ id }) => id === card.columnId)
        const others = column?.tasks.filter(({ id }) => id !== card.id) ?? []
        moveCard({ taskId: card.id, ...placeAt(card.columnId, others, end === 'top' ? 0 : others.length) })
      },
      deleteCard: card => {
        focusBeside(card.id)
        deleteCard(card)
      },
    }),
    [
      boardId,
      myId,
      today,
      mayWrite,
      mayManage,
      members,
      priorities,
      stickers,
      assign,
      askWhereTo,
      moveCard,
      deleteCard,
      focusBeside,
    ],
  )
}
