import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { createContext, useContext } from 'react'

/** What every card and column needs to know; it changes seldom, so that cards are seldom drawn again. */
export interface BoardContextValue {
  boardId: number
  mayWrite: boolean
  mayManage: boolean
  myId: number
  today: string
  people: Map<number, Member['user']>
  priorities: Map<number, TaskPriority>
  stickers: Map<number, FullBoard['stickers'][number]>
  assign: (card: Card, assigneeId: number | null) => void
  askWhereTo: (card: Card) => void
  moveToEnd: (card: Card, end: 'top' | 'bottom') => void
  deleteCard: (card: Card) => void
}

export const BoardContext = createContext<BoardContextValue | null>(null)

export function useBoard() {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard needs a BoardContext around it')
  return board
}
