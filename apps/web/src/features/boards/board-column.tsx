import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconPlus } from '@atrium/ui/icons'
import { Button, Text } from '@mantine/core'
import { memo, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import classes from './board-column.module.css'
import { useBoard } from './board-context.ts'
import { CardList } from './card-list.tsx'
import type { CardMarks } from './card-marks.ts'
import type { UnsavedCard } from './cards/new-card.queries.ts'
import { ColumnHeader } from './column-header.tsx'
import { QuickAdd } from './quick-add.tsx'
import type { ShownColumn } from './shown-columns.ts'
import { UnsavedCards } from './unsaved-cards.tsx'
import { useColumnDrag } from './use-column-drag.ts'

export interface BoardColumnProps {
  shown: ShownColumn
  columns: FullBoard['columns']
  marks: CardMarks
  unsaved: UnsavedCard[]
  /** Where the quick add is open, if it is in this column. */
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
  const putAway = () => {
    // At once, so that the button is there to take the focus.
    flushSync(leave)
    addButton.current?.focus()
  }
  const quickAdd = (end: 'top' | 'bottom') =>
    adding === end && <QuickAdd columnId={column.id} end={end} onEscape={putAway} onLeave={leave} />
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
