// biome-ignore-all lint/a11y/useSemanticElements: rows of a table element cannot be virtualized
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus, and the grid handles its keys

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconEyeOff,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu, UnstyledButton } from '@mantine/core'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownColumn, TaskOrder } from '../view/view-state.ts'
import { columnTitle, MIN_WIDTH, toShown } from './shown-columns.ts'
import type { TableColumn } from './table-column.ts'
import classes from './task-table.module.css'

interface TableHeaderProps {
  columns: TableColumn[]
  orderBy: TaskOrder | undefined
  selectAll: ReactNode
  onSort: (orderBy: TaskOrder | undefined) => void
  onChange: (columns: ShownColumn[]) => void
}

/** Not rendered again while the table scrolls: each heading has a menu. */
export const TableHeader = memo(function TableHeader(props: TableHeaderProps) {
  const { columns, orderBy, selectAll, onSort, onChange } = props
  const { t } = useTranslation()
  const move = (from: number, to: number) => {
    const next = columns.map(toShown)
    next.splice(to, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <div role="rowgroup" className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headerRow}>
        <div
          role="columnheader"
          aria-colindex={1}
          className={classes.heading}
          aria-label={t('views.table.selection')}
        >
          {selectAll}
        </div>
        {columns.map((column, at) => (
          <HeaderCell
            key={column.name}
            column={column}
            at={at}
            count={columns.length}
            orderBy={orderBy}
            onSort={onSort}
            onMove={move}
            onHide={() => onChange(columns.filter(({ name }) => name !== column.name).map(toShown))}
            onResize={width =>
              onChange(columns.map(one => toShown(one.name === column.name ? { ...one, width } : one)))
            }
          />
        ))}
      </div>
    </div>
  )
})

interface HeaderCellProps {
  column: TableColumn
  at: number
  count: number
  orderBy: TaskOrder | undefined
  onSort: (orderBy: TaskOrder | undefined) => void
  onMove: (from: number, to: number) => void
  onHide: () => void
  onResize: (width: number) => void
}

function HeaderCell({ column, at, count, orderBy, onSort, onMove, onHide, onResize }: HeaderCellProps) {
  const { t } = useTranslation()
  const { name, order } = column
  const { cell, isOver } = useDraggedHeading(at, onMove)
  const direction = orderBy === order ? 'ascending' : orderBy === `-${order}` ? 'descending' : undefined
  return (
    <div
      ref={cell}
      role="columnheader"
      aria-colindex={at + 2}
      aria-sort={order ? (direction ?? 'none') : undefined}
      className={classes.heading}
      data-numeric={column.isNumeric || undefined}
      data-over={isOver || undefined}
    >
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <UnstyledButton className={classes.headingButton}>
            <span className={classes.cut}>{columnTitle(column, t)}</span>
            {direction === 'ascending' && <IconArrowUp size={14} stroke={2} aria-hidden />}
            {direction === 'descending' && <IconArrowDown size={14} stroke={2} aria-hidden />}
            <IconChevronDown size={13} stroke={1.75} aria-hidden className={classes.more} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {order && (
            <>
              <MenuItem icon={IconArrowUp} label={t('views.sort.ascending')} onClick={() => onSort(order)} />
              <MenuItem
                icon={IconArrowDown}
                label={t('views.sort.descending')}
                onClick={() => onSort(`-${order}`)}
              />
              {direction && <Menu.Item onClick={() => onSort(undefined)}>{t('views.sort.reset')}</Menu.Item>}
              <Menu.Divider />
            </>
          )}
          <MenuItem
            icon={IconArrowLeft}
            label={t('views.columnMenu.left')}
            disabled={at === 0}
            onClick={() => onMove(at, at - 1)}
          />
          <MenuItem
            icon={IconArrowRight}
            label={t('views.columnMenu.right')}
            disabled={at === count - 1}
            onClick={() => onMove(at, at + 1)}
          />
          {name !== 'title' && (
            <MenuItem icon={IconEyeOff} label={t('views.columnMenu.hide')} onClick={onHide} />
          )}
        </Menu.Dropdown>
      </Menu>
      <Resizer column={column} onResize={onResize} />
    </div>
  )
}

const KEY_STEP = 16
const MAX_WIDTH = 1200

/** The edge of a column: drag it, or focus it and press the arrow keys. */
function Resizer({ column, onResize }: { column: TableColumn; onResize: (width: number) => void }) {
  const { t } = useTranslation()
  const drag = useRef<{ from: number; width: number }>(undefined)
  const [shown, setShown] = useState<number>()
  const clamp = (width: number) => Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const width = event.currentTarget.parentElement?.offsetWidth ?? column.width
    drag.current = { from: event.clientX, width }
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current) setShown(event.clientX - drag.current.from)
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current && event.clientX !== drag.current.from) {
      onResize(clamp(drag.current.width + event.clientX - drag.current.from))
    }
    drag.current = undefined
    setShown(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    onResize(clamp(column.width + step))
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('views.columnMenu.resize', { name: columnTitle(column, t) })}
      aria-valuenow={column.width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={classes.resizer}
      style={shown === undefined ? undefined : { transform: `translateX(${shown}px)` }}
      data-dragged={shown === undefined ? undefined : true}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => {
        drag.current = undefined
        setShown(undefined)
      }}
      onKeyDown={press}
    />
  )
}

/** Columns are reordered by dragging their headings. */
function useDraggedHeading(at: number, onMove: (from: number, to: number) => void) {
  const cell = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((from: number) => from !== at && onMove(from, at))
  const position = useEffectEvent(() => at)
  useEffect(() => {
    const element = cell.current
    const handle = element?.querySelector('button')
    if (!element || !handle) return
    return combine(
      draggable({ element, dragHandle: handle, getInitialData: () => ({ type: 'heading', at: position() }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.type === 'heading',
        onDragEnter: () => setIsOver(true),
        onDragLeave: () => setIsOver(false),
        onDrop: ({ source }) => {
          setIsOver(false)
          drop(Number(source.data.at))
        },
      }),
    )
  }, [])
  return { cell, isOver }
}
