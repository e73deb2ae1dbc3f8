// biome-ignore-all lint/a11y/useSemanticElements: rows of a table element cannot be virtualized
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus, and the grid handles its keys
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconPencil } from '@atrium/ui/icons'
import { type MouseEvent, memo } from 'react'
import type { CellContext, TableColumn } from './table-column.ts'
import { taskColumns } from './task-columns.tsx'
import classes from './task-table.module.css'

interface TableRowProps {
  top: number
  rowIndex: number
  /** Undefined while it is loading. */
  task: Task | undefined
  columns: TableColumn[]
  context: CellContext
  href: string | undefined
  mayWrite: boolean
  isSelected: boolean
  activeColumn: number | undefined
  onActivate: (row: number, column: number) => void
  onEdit: (taskId: number, column: string) => void
  onOpen: (task: Task) => void
  onSelect: (row: number, isRange: boolean) => void
}

/** Plain elements: while the table scrolls, a row is created for every frame, and components of the library cost several times as much. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { top, rowIndex, task, columns, context, isSelected, activeColumn, onActivate, onSelect } = props
  const select = (event: MouseEvent) => {
    onActivate(rowIndex, 0)
    onSelect(rowIndex, event.shiftKey)
  }
  if (!task && activeColumn === undefined) return <LoadingRow {...props} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      role="row"
      className={classes.row}
      aria-rowindex={rowIndex + 2}
      aria-selected={isSelected}
      aria-busy={task === undefined || undefined}
      data-task={task?.id}
      data-done={task?.completedAt ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={event => {
        if ((event.ctrlKey || event.metaKey || event.shiftKey) && task) select(event)
      }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        className={classes.cell}
        data-cell="select"
        tabIndex={activeColumn === 0 ? 0 : -1}
      >
        {task && (
          <input
            type="checkbox"
            className={classes.select}
            tabIndex={-1}
            checked={isSelected}
            readOnly
            aria-label={context.selectLabel(task.title)}
            onClick={event => {
              event.stopPropagation()
              select(event)
            }}
          />
        )}
      </div>
      {columns.map((column, at) => (
        <TableCell
          key={column.name}
          {...props}
          column={column}
          columnIndex={at + 1}
          isActive={activeColumn === at + 1}
        />
      ))}
    </div>
  )
})

/** Many of these pass while the table is scrolled fast, so they have few elements. */
function LoadingRow({ top, rowIndex, columns }: TableRowProps) {
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={rowIndex + 2}
      aria-busy
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length + 1}
        className={classes.cell}
        data-cell="loading"
      >
        <span className={classes.loading} />
      </div>
    </div>
  )
}

interface TableCellProps extends TableRowProps {
  column: TableColumn
  columnIndex: number
  isActive: boolean
}

function TableCell({
  column,
  columnIndex,
  isActive,
  rowIndex,
  task,
  context,
  mayWrite,
  ...rest
}: TableCellProps) {
  const { onActivate, onEdit } = rest
  const isEditable = mayWrite && column.editor !== undefined
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    onActivate(rowIndex, columnIndex)
    if (isEditable && task && column.name !== 'title') onEdit(task.id, column.name)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      role="gridcell"
      aria-colindex={columnIndex + 1}
      aria-readonly={!isEditable || undefined}
      className={classes.cell}
      data-cell={column.name}
      data-numeric={column.isNumeric || undefined}
      data-editable={isEditable || undefined}
      tabIndex={isActive ? 0 : -1}
      onClick={click}
      onFocus={event => event.target === event.currentTarget && onActivate(rowIndex, columnIndex)}
    >
      {task ? (
        <CellContent column={column} task={task} context={context} isEditable={isEditable} {...rest} />
      ) : (
        <span className={classes.loading} />
      )}
    </div>
  )
}

interface CellContentProps extends Pick<TableRowProps, 'href' | 'onEdit' | 'onOpen'> {
  column: TableColumn
  task: Task
  context: CellContext
  isEditable: boolean
}

function CellContent({ column, task, context, isEditable, href, onEdit, onOpen }: CellContentProps) {
  if (column.name !== 'title') {
    return column.cell?.(task, context) ?? <span className={classes.cut}>{column.text(task, context)}</span>
  }
  return (
    <>
      <TaskLink task={task} href={href} onOpen={onOpen} />
      {isEditable && (
        <button
          type="button"
          className={classes.rename}
          tabIndex={-1}
          aria-label={context.renameLabel(task.title)}
          onClick={() => onEdit(task.id, 'title')}
        >
          <IconPencil size={14} stroke={1.75} />
        </button>
      )}
    </>
  )
}

function TaskLink({ task, href, onOpen }: Pick<CellContentProps, 'task' | 'href' | 'onOpen'>) {
  return (
    <a
      href={href}
      className={classes.title}
      tabIndex={-1}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(task)
      }}
    >
      {task.title}
    </a>
  )
}

type CardRowProps = Pick<
  TableRowProps,
  'top' | 'rowIndex' | 'task' | 'context' | 'href' | 'isSelected' | 'onOpen' | 'onSelect'
>

/** On a phone: the title with the most important facts below it. */
export const CardRow = memo(function CardRow(props: CardRowProps) {
  const { top, rowIndex, task, context, href, isSelected, onOpen, onSelect } = props
  const facts = ['column', 'priority', 'due', 'assignee'] as const
  return (
    <div
      role="listitem"
      className={classes.card}
      data-checked={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {task && (
        <label className={classes.check}>
          <input
            type="checkbox"
            className={classes.select}
            checked={isSelected}
            readOnly
            aria-label={context.selectLabel(task.title)}
            onClick={event => onSelect(rowIndex, event.shiftKey)}
          />
        </label>
      )}
      {task ? (
        <a
          href={href}
          data-done={task.completedAt ? true : undefined}
          onClick={event => {
            event.preventDefault()
            onOpen(task)
          }}
        >
          <span className={classes.cardTitle}>
            <span className={classes.key}>{taskColumns.number.text(task, context)}</span>
            <span className={classes.cut}>{task.title}</span>
          </span>
          <span className={classes.facts}>
            {facts.map(name => (
              <span key={name}>{taskColumns[name].cell?.(task, context)}</span>
            ))}
          </span>
        </a>
      ) : (
        <span className={classes.loading} />
      )}
    </div>
  )
})
