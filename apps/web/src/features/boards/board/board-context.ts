import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { useBoardRights } from '../../../data/boards/boards.ts'
import { type TaskFields, useChangeTask } from '../../../data/changes/change-task.ts'
import { prioritiesQuery } from '../../../data/planning/priorities.ts'
import { membersQuery, projectQuery } from '../../../data/projects/projects.ts'
import { type CardFormats, createCardFormats } from './card-formats.ts'
import type { CardField, Point } from './use-card-popups.ts'

/** Shared by all cards and columns. It rarely changes, so that cards rarely render again. */
interface BoardContextValue {
  boardId: number
  projectId: number
  projectKey: string | null
  mayWrite: boolean
  mayManage: boolean
  myId: number
  today: string
  formats: CardFormats
  people: Map<number, Member['user']>
  priorities: Map<number, TaskPriority>
  stickers: Map<number, FullBoard['stickers'][number]>
  customFields: FullBoard['customFields']
  /** `done` says what was changed, and offers to undo it. */
  changeCard: (card: Card, changes: TaskFields, done?: string) => void
  openField: (card: Card, field: CardField) => void
  openMenu: (taskId: number, at?: Point) => void
  /** Scrolls a card into view. */
  reveal: (taskId: number) => void
}

export const BoardContext = createContext<BoardContextValue | null>(null)

export function useBoard() {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard needs a BoardContext around it')
  return board
}

type CardActions = Pick<BoardContextValue, 'openField' | 'openMenu' | 'reveal'>

export function useBoardContext(
  board: FullBoard,
  myId: number,
  { openField, openMenu, reveal }: CardActions,
) {
  const { data: members } = useQuery(membersQuery(board.projectId))
  const { data: project } = useQuery(projectQuery(board.projectId))
  const projectKey = project?.key ?? null
  const { data: priorities } = useQuery(prioritiesQuery)
  const { change: changeCard } = useChangeTask()
  const { mayWrite, mayManage } = useBoardRights(board)
  const today = useToday()
  const { i18n } = useTranslation()
  const formats = useMemo(() => createCardFormats(i18n.language), [i18n.language])
  const { id: boardId, projectId, stickers, customFields } = board
  return useMemo<BoardContextValue>(
    () => ({
      boardId,
      projectId,
      projectKey,
      myId,
      today,
      formats,
      mayWrite,
      mayManage,
      people: new Map(members?.map(({ userId, user }) => [userId, user])),
      priorities: new Map(priorities?.map(priority => [priority.id, priority])),
      stickers: new Map(stickers.map(sticker => [sticker.id, sticker])),
      customFields,
      changeCard,
      openField,
      openMenu,
      reveal,
    }),
    [
      boardId,
      projectId,
      projectKey,
      myId,
      today,
      formats,
      mayWrite,
      mayManage,
      members,
      priorities,
      stickers,
      customFields,
      changeCard,
      openField,
      openMenu,
      reveal,
    ],
  )
}
