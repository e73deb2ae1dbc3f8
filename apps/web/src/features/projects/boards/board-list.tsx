import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import type { Column } from '@atrium/tasks/boards/column.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import { useUndo } from '@atrium/ui/feedback/undo'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconLayoutKanban,
  IconPencil,
  IconTrash,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Anchor, Card, Group, Menu, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardColumnsQuery, useChangeBoard, useDeleteBoard, useRestoreBoard } from '../board.queries.ts'
import classes from '../project-list.module.css'
import card from './board-card.module.css'
import { BoardDialog } from './board-dialog.tsx'

interface BoardListProps {
  projectId: number
  boards: ListedBoard[]
  mayManage: boolean
  star: (board: ListedBoard) => ReactNode
}

export function BoardList({ projectId, boards, mayManage, star }: BoardListProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const change = useChangeBoard(projectId)
  const deletion = useDeleteBoard(projectId)
  const restoration = useRestoreBoard(projectId)
  const [edited, setEdited] = useState<ListedBoard>()

  const move = (index: number, by: -1 | 1) => {
    const [board, neighbour] = [boards[index], boards[index + by]]
    if (!board || !neighbour) return
    change.mutate({ id: board.id, [by < 0 ? 'beforeBoardId' : 'afterBoardId']: neighbour.id })
  }
  const remove = ({ id, name }: ListedBoard) =>
    deletion.mutate(id, {
      onSuccess: () => offerUndo(t('projects.boards.deleted', { name }), () => restoration.mutate(id)),
    })
  return (
    <>
      <ul className={classes.list}>
        {boards.map((board, index) => (
          <li key={board.id}>
            <BoardCard
              board={board}
              tools={
                <>
                  {star(board)}
                  {mayManage && (
                    <BoardMenu
                      board={board}
                      isFirst={index === 0}
                      isLast={index === boards.length - 1}
                      onRename={() => setEdited(board)}
                      onMove={by => move(index, by)}
                      onDelete={() => remove(board)}
                    />
                  )}
                </>
              }
            />
          </li>
        ))}
      </ul>
      <BoardDialog
        projectId={projectId}
        board={edited}
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

interface BoardMenuProps {
  board: ListedBoard
  isFirst: boolean
  isLast: boolean
  onRename: () => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

function BoardMenu({ board, isFirst, isLast, onRename, onMove, onDelete }: BoardMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <IconButton
          icon={IconDots}
          iconSize={18}
          label={t('projects.boards.menu', { name: board.name })}
          size="lg"
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem icon={IconPencil} label={t('actions.edit')} onClick={onRename} />
        <MenuItem
          icon={IconArrowUp}
          label={t('projects.boards.moveUp')}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <MenuItem
          icon={IconArrowDown}
          label={t('projects.boards.moveDown')}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <Menu.Divider />
        <MenuItem icon={IconTrash} label={t('actions.delete')} isDangerous onClick={onDelete} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** `children` create the first one. */
export function NoBoards({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconLayoutKanban}
      title={t(children ? 'projects.boards.first.title' : 'projects.boards.none.title')}
      text={t(children ? 'projects.boards.first.text' : 'projects.boards.none.text')}
    >
      {children}
    </EmptyState>
  )
}

interface BoardCardProps {
  board: ListedBoard
  /** Beside the name. */
  tools: ReactNode
}

function BoardCard({ board, tools }: BoardCardProps) {
  const { t } = useTranslation()
  const { data } = useQuery(boardColumnsQuery(board.projectId, board.id))
  const columns = data?.columns ?? []
  const tasks = columns.reduce((sum, { taskCount }) => sum + taskCount, 0)
  return (
    <Card component="article" shadow="xs" h="100%" className={card.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={2} size="h3" lineClamp={2}>
          <Anchor component={Link} to={`/board/${board.id}`} inherit c="inherit" className={card.link}>
            {board.name}
          </Anchor>
        </Title>
        <div className={card.tools}>{tools}</div>
      </Group>
      {board.description && (
        <Text size="sm" c="dimmed" mt={4} lineClamp={2}>
          {board.description}
        </Text>
      )}
      <ColumnBars columns={columns} />
      <Text size="sm" c="dimmed" mih="1.5em">
        {data &&
          `${t('projects.boards.columns', { count: columns.length })} · ${t('projects.boards.tasks', { count: tasks })}`}
      </Text>
    </Card>
  )
}

const drawn = 12

/** A preview of the board; the text below it says the same. */
function ColumnBars({ columns }: { columns: Column[] }) {
  const shown = columns.slice(0, drawn)
  const most = Math.max(1, ...shown.map(({ taskCount }) => taskCount))
  return (
    <div className={card.bars} aria-hidden="true">
      {shown.map(({ id, title, taskCount, isDone }) => (
        <div
          key={id}
          className={card.bar}
          data-done={isDone || undefined}
          title={`${title}: ${taskCount}`}
          style={{ height: `${(100 * taskCount) / most}%` }}
        />
      ))}
    </div>
  )
}
