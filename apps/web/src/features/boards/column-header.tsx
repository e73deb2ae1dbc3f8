import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconCircleCheck } from '@atrium/ui/icons'
import { Title } from '@mantine/core'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeColumn } from './board.queries.ts'
import { useBoard } from './board-context.ts'
import classes from './column-header.module.css'
import { ColumnMenu } from './column-menu.tsx'
import { InlineRename } from './inline-rename.tsx'
import type { ShownColumn } from './shown-columns.ts'

interface ColumnHeaderProps {
  ref: Ref<HTMLElement>
  titleId: string
  shown: ShownColumn
  columns: FullBoard['columns']
  onAdd: (columnId: number, end: 'top') => void
}

export function ColumnHeader({ ref, titleId, shown, columns, onAdd }: ColumnHeaderProps) {
  const { t } = useTranslation()
  const { boardId, mayManage } = useBoard()
  const { column } = shown
  const change = useChangeColumn(boardId)
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <header ref={ref} className={classes.header} data-movable={mayManage || undefined}>
      {isRenaming ? (
        <InlineRename
          label={t('boards.column.title')}
          value={column.title}
          maxLength={100}
          onSave={title => change.mutate({ id: column.id, title })}
          onClose={() => setIsRenaming(false)}
        />
      ) : (
        <>
          {column.isDone && (
            <IconCircleCheck size={16} stroke={1.75} aria-label={t('boards.column.isDone')} />
          )}
          <Title order={2} id={titleId} size="sm" fw={600} className={classes.title} lineClamp={2}>
            {column.title}
          </Title>
          <ColumnCount shown={shown} />
          {mayManage && (
            <ColumnMenu
              column={column}
              columns={columns}
              onRename={() => setIsRenaming(true)}
              onAdd={() => onAdd(column.id, 'top')}
            />
          )}
        </>
      )}
    </header>
  )
}

/** True whatever is hidden: “3 of 12” while filtered, “5/4” over the limit. */
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
