import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconPlus } from '@atrium/ui/icons'
import { Button, Text } from '@mantine/core'
import { memo, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useAddColumn } from '../board/board.queries.ts'
import { useBoard } from '../board/board-context.ts'
import { InlineRename } from '../board/inline-rename.tsx'
import type { ShownColumn } from '../board/shown-columns.ts'
import { CardList, type CardMarks } from '../cards/card-list.tsx'
import type { UnsavedCard } from '../cards/new-card.queries.ts'
import { QuickAdd, UnsavedCards } from '../cards/new-card.tsx'
import { useColumnDrag } from '../drag/drag-elements.ts'
import classes from './column.module.css'
import { CollapsedHeader, ColumnHeader } from './column-header.tsx'
import { useLinger } from './use-linger.ts'

interface BoardColumnProps {
  shown: ShownColumn
  columns: FullBoard['columns']
  marks: CardMarks
  unsaved: UnsavedCard[]
  /** The end of the column where a new card is being typed. */
  adding: 'top' | 'bottom' | null
  onAdd: (columnId: number, end: 'top' | 'bottom' | null) => void
  onUnfold: (columnId: number) => void
  onCollapse: (columnId: number) => void
  onExpand: (columnId: number) => void
}

/** The column is as tall as the board, so that a card can be dropped below the others. */
export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { shown, columns, marks, onAdd, onCollapse, onExpand } = props
  const { column } = shown
  const { t } = useTranslation()
  const { mayManage } = useBoard()
  const titleId = useId()
  const lane = useRef<HTMLElement>(null)
  const header = useRef<HTMLElement>(null)
  const indexAt = useRef<((clientY: number) => number) | null>(null)
  const isDragging = marks.draggedId !== null
  const drag = useColumnDrag({ lane, header, indexAt }, column, isDragging)
  const isPeekable = shown.isCollapsed && isDragging
  // Stays open for the rest of the drag.
  const [isPeeked, setIsPeeked] = useState(false)
  if (!isPeekable && isPeeked) setIsPeeked(false)
  useLinger(isPeekable, drag.isOver === true, () => setIsPeeked(true))
  const isCollapsed = shown.isCollapsed && !isPeeked
  return (
    <section
      ref={lane}
      className={classes.column}
      aria-labelledby={titleId}
      data-column={column.id}
      data-collapsed={isCollapsed || undefined}
      data-over={drag.isOver || undefined}
      data-edge={drag.edge}
      data-dragged={drag.isDragged}
    >
      <header
        ref={header}
        className={isCollapsed ? classes.collapsedHeader : classes.header}
        data-movable={mayManage || undefined}
      >
        {isCollapsed ? (
          <CollapsedHeader titleId={titleId} shown={shown} onExpand={onExpand} />
        ) : (
          <ColumnHeader {...{ titleId, shown, columns, onAdd, onCollapse }} />
        )}
      </header>
      {!isCollapsed && (
        <ColumnContent {...props} hasGap={drag.gap !== undefined}>
          <CardList
            shown={shown}
            marks={marks}
            label={t('boards.column.tasks', { title: column.title })}
            gap={isDragging ? drag.gap : undefined}
            indexAt={indexAt}
          />
        </ColumnContent>
      )}
    </section>
  )
})

/** Everything below the header; `children` are the cards. */
function ColumnContent(props: BoardColumnProps & { hasGap: boolean; children: ReactNode }) {
  const { shown, unsaved, adding, hasGap, onAdd, onUnfold, children } = props
  const { column, cards, foldedCount } = shown
  const { t } = useTranslation()
  const { mayWrite } = useBoard()
  const addButton = useRef<HTMLButtonElement>(null)
  const mine = unsaved.filter(({ card }) => card.columnId === column.id)
  const leave = () => onAdd(column.id, null)
  const close = () => {
    // Synchronously, so that the button exists when it gets the focus.
    flushSync(leave)
    addButton.current?.focus()
  }
  const quickAdd = (end: 'top' | 'bottom') =>
    adding === end && <QuickAdd columnId={column.id} end={end} onEscape={close} onLeave={leave} />
  const isEmpty = cards.length === 0 && mine.length === 0 && !adding && !hasGap
  return (
    <>
      {quickAdd('top')}
      <UnsavedCards cards={mine.filter(({ card }) => card.atTop)} />
      {children}
      {isEmpty && (
        <Text size="xs" c="dimmed" ta="center" px="md" pt="xs" pb="md">
          {shown.hiddenCount > 0 ? t('boards.column.allHidden') : t('boards.column.empty')}
        </Text>
      )}
      {foldedCount > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          mx="xs"
          my={4}
          flex="none"
          onClick={() => onUnfold(column.id)}
        >
          {t('boards.column.showOlder', { count: foldedCount })}
        </Button>
      )}
      {column.taskCount > column.tasks.length && (
        <Text size="xs" c="dimmed" px="md" py={4}>
          {t('boards.column.notLoaded', { count: column.taskCount - column.tasks.length })}
        </Text>
      )}
      <UnsavedCards cards={mine.filter(({ card }) => !card.atTop)} />
      {quickAdd('bottom')}
      {mayWrite && adding !== 'bottom' && (
        <Button
          ref={addButton}
          className={classes.add}
          variant="subtle"
          color="gray"
          c="dimmed"
          fw={500}
          size="sm"
          justify="flex-start"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          aria-label={t('boards.quickAdd.openIn', { title: column.title })}
          onClick={() => onAdd(column.id, 'bottom')}
        >
          {t('boards.quickAdd.open')}
        </Button>
      )}
    </>
  )
}

export function AddColumn() {
  const { t } = useTranslation()
  const { boardId } = useBoard()
  const { mutate, isPending } = useAddColumn(boardId)
  const [isNaming, setIsNaming] = useState(false)
  return (
    <div className={classes.addColumn}>
      {isNaming ? (
        <InlineRename
          label={t('boards.column.title')}
          placeholder={t('boards.column.placeholder')}
          value=""
          maxLength={100}
          onSave={title => mutate(title)}
          onClose={() => setIsNaming(false)}
        />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          c="dimmed"
          fw={500}
          fullWidth
          justify="flex-start"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          loading={isPending}
          onClick={() => setIsNaming(true)}
        >
          {t('boards.column.add')}
        </Button>
      )}
    </div>
  )
}
