import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconCircleCheck, IconPlus } from '@atrium/ui/icons'
import { Button, Text, Title, Tooltip } from '@mantine/core'
import { memo, type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useAddColumn, useChangeColumn } from '../board.queries.ts'
import { useBoard } from '../board-context.ts'
import { CardList, type CardMarks } from '../cards/card-list.tsx'
import type { UnsavedCard } from '../cards/new-card.queries.ts'
import { QuickAdd, UnsavedCards } from '../cards/new-card.tsx'
import { useColumnDrag } from '../drag/drag-elements.ts'
import { InlineRename } from '../inline-rename.tsx'
import classes from './column.module.css'
import { ColumnMenu } from './column-menu.tsx'
import type { ShownColumn } from './shown-columns.ts'

interface BoardColumnProps {
  shown: ShownColumn
  columns: FullBoard['columns']
  marks: CardMarks
  unsaved: UnsavedCard[]
  /** The end of the column where a new card is being typed. */
  adding: 'top' | 'bottom' | null
  onAdd: (columnId: number, end: 'top' | 'bottom' | null) => void
  onUnfold: (columnId: number) => void
}

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps) {
  const { shown, columns, marks, unsaved, adding, onAdd, onUnfold } = props
  const { column, cards, foldedCount } = shown
  const { t } = useTranslation()
  const { mayWrite } = useBoard()
  const titleId = useId()
  const element = useRef<HTMLElement>(null)
  const header = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const drag = useColumnDrag(element, header, column)
  const mine = unsaved.filter(({ card }) => card.columnId === column.id)
  const leave = () => onAdd(column.id, null)
  const close = () => {
    // Synchronously, so that the button exists when it gets the focus.
    flushSync(leave)
    addButton.current?.focus()
  }
  const quickAdd = (end: 'top' | 'bottom') =>
    adding === end && <QuickAdd columnId={column.id} end={end} onEscape={close} onLeave={leave} />
  const isEmpty = cards.length === 0 && mine.length === 0 && !adding
  return (
    <section
      ref={element}
      className={classes.column}
      aria-labelledby={titleId}
      data-column={column.id}
      {...drag}
    >
      <ColumnHeader ref={header} titleId={titleId} shown={shown} columns={columns} onAdd={onAdd} />
      {quickAdd('top')}
      <UnsavedCards cards={mine.filter(({ card }) => card.atTop)} />
      <CardList shown={shown} marks={marks} label={t('boards.column.tasks', { title: column.title })} />
      {isEmpty && (
        <Text size="xs" c="dimmed" ta="center" px="md" pt="xs" pb="md">
          {shown.hiddenCount > 0 ? t('boards.column.allHidden') : t('boards.column.empty')}
        </Text>
      )}
      {foldedCount > 0 && (
        <Button variant="subtle" size="compact-sm" mx="xs" my={4} onClick={() => onUnfold(column.id)}>
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
    </section>
  )
})

interface ColumnHeaderProps {
  ref: Ref<HTMLElement>
  titleId: string
  shown: ShownColumn
  columns: FullBoard['columns']
  onAdd: (columnId: number, end: 'top') => void
}

function ColumnHeader({ ref, titleId, shown, columns, onAdd }: ColumnHeaderProps) {
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
            <Tooltip label={t('boards.column.isDone')} events={{ hover: true, focus: false, touch: true }}>
              <IconCircleCheck size={16} stroke={2} role="img" aria-label={t('boards.column.isDone')} />
            </Tooltip>
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
