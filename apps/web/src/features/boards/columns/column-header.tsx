import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronsLeft, IconChevronsRight, IconCircleCheck } from '@atrium/ui/icons'
import { Title, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeColumn } from '../board/board.queries.ts'
import { useBoard } from '../board/board-context.ts'
import { InlineRename } from '../board/inline-rename.tsx'
import type { ShownColumn } from '../board/shown-columns.ts'
import classes from './column.module.css'
import { ColumnMenu } from './column-menu.tsx'

interface ColumnHeaderProps {
  titleId: string
  shown: ShownColumn
  columns: FullBoard['columns']
  onAdd: (columnId: number, end: 'top') => void
  onCollapse: (columnId: number) => void
}

export function ColumnHeader({ titleId, shown, columns, onAdd, onCollapse }: ColumnHeaderProps) {
  const { t } = useTranslation()
  const { mayManage } = useBoard()
  const { column } = shown
  const change = useChangeColumn(column.boardId)
  const [isRenaming, setIsRenaming] = useState(false)
  if (isRenaming) {
    return (
      <InlineRename
        label={t('boards.column.title')}
        value={column.title}
        maxLength={100}
        onSave={title => change.mutate({ id: column.id, title })}
        onClose={() => setIsRenaming(false)}
      />
    )
  }
  return (
    <>
      <ColumnName titleId={titleId} shown={shown} />
      <IconButton
        icon={IconChevronsLeft}
        label={t('boards.column.collapse', { title: column.title })}
        c="dimmed"
        size="sm"
        className={classes.collapse}
        title={t('boards.column.collapseShort')}
        onClick={() => onCollapse(column.id)}
      />
      {mayManage && (
        <ColumnMenu
          column={column}
          columns={columns}
          onRename={() => setIsRenaming(true)}
          onAdd={() => onAdd(column.id, 'top')}
        />
      )}
    </>
  )
}

interface CollapsedHeaderProps {
  titleId: string
  shown: ShownColumn
  onExpand: (columnId: number) => void
}

/** A click anywhere on a collapsed column expands it. */
export function CollapsedHeader({ titleId, shown, onExpand }: CollapsedHeaderProps) {
  const { t } = useTranslation()
  const { id, title } = shown.column
  return (
    <>
      <IconButton
        icon={IconChevronsRight}
        label={t('boards.column.expand', { title })}
        c="dimmed"
        size="sm"
        className={classes.expand}
        title={t('boards.column.expandShort')}
        onClick={() => onExpand(id)}
      />
      <ColumnName titleId={titleId} shown={shown} />
    </>
  )
}

function ColumnName({ titleId, shown }: Pick<ColumnHeaderProps, 'titleId' | 'shown'>) {
  const { t } = useTranslation()
  const { title, isDone } = shown.column
  return (
    <>
      {isDone && (
        <Tooltip label={t('boards.column.isDone')} events={{ hover: true, focus: false, touch: true }}>
          <IconCircleCheck size={16} stroke={2} role="img" aria-label={t('boards.column.isDone')} />
        </Tooltip>
      )}
      <Title order={2} id={titleId} size="sm" fw={600} className={classes.title}>
        {title}
      </Title>
      <ColumnCount shown={shown} />
    </>
  )
}

/** “3 of 12” while filtered, “5/4” when over the limit. */
function ColumnCount({ shown: { column, hiddenCount } }: { shown: ShownColumn }) {
  const { t } = useTranslation()
  const { taskCount, wipLimit } = column
  const isOver = wipLimit !== null && taskCount > wipLimit
  const all = wipLimit === null ? `${taskCount}` : `${taskCount}/${wipLimit}`
  const text = hiddenCount > 0 ? t('boards.column.someOf', { shown: taskCount - hiddenCount, all }) : all
  const name = [
    t('boards.column.count', { count: taskCount }),
    wipLimit !== null && t('boards.column.limit', { limit: wipLimit }),
    isOver && t('boards.column.overLimit'),
  ]
  return (
    <span className={classes.count} data-over={isOver || undefined} title={name.filter(Boolean).join(', ')}>
      {text}
    </span>
  )
}
