import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Button, Text } from '@mantine/core'
import { type CSSProperties, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from '../board/board-context.ts'
import type { ShownColumn } from '../board/shown-columns.ts'
import columnClasses from '../columns/column.module.css'
import { AddColumn } from '../columns/column.tsx'
import { CollapsedHeader, ColumnHeader } from '../columns/column-header.tsx'
import { useColumnDrag } from '../drag/drag-elements.ts'
import classes from './lane-board.module.css'
import { LaneRows, type LaneRowsProps } from './lane-rows.tsx'

export interface LaneBoardProps extends LaneRowsProps {
  /** Without their lanes. */
  columns: ShownColumn[]
  all: FullBoard['columns']
  isPhone: boolean
  /** The element around all columns. */
  board: RefObject<HTMLDivElement | null>
  onAddToColumn: (columnId: number, end: 'top' | 'bottom' | null) => void
  onUnfold: (columnId: number) => void
  onCollapse: (columnId: number) => void
  onExpand: (columnId: number) => void
}

/** Lanes across all columns, which scroll together; on a phone, sections of the column that is shown. */
export function LaneBoard(props: LaneBoardProps) {
  if (props.isPhone) return <PhoneColumns {...props} />
  return <Lanes {...props} />
}

function Lanes(props: LaneBoardProps) {
  const { columns, board, onUnfold, ...rest } = props
  const { mayManage } = useBoard()
  const headers = useRef<HTMLDivElement>(null)
  const top = useHeight(headers)
  const open = columns.filter(({ isCollapsed }) => !isCollapsed).length
  const tracks = columns.map(({ isCollapsed }) => (isCollapsed ? 'var(--collapsed)' : 'var(--open)'))
  const style = {
    '--tracks': [...tracks, mayManage ? 'var(--add)' : ''].join(' '),
    '--open-count': open,
    '--collapsed-count': columns.length - open,
    '--add-width': mayManage ? '13rem' : '0rem',
    '--lane-top': `${top}px`,
  } as CSSProperties
  return (
    <div className={classes.lanes} style={style}>
      <div ref={headers} className={classes.headers}>
        {columns.map(shown => (
          <LaneColumn key={shown.column.id} shown={shown} {...props} />
        ))}
        {mayManage && <AddColumn />}
      </div>
      {top > 0 && <LaneRows {...rest} scroller={board} top={top} />}
      <div className={classes.footers}>
        {columns.map(shown => (
          <ColumnNotes key={shown.column.id} shown={shown} onUnfold={onUnfold} />
        ))}
      </div>
    </div>
  )
}

function useHeight(ref: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return height
}

interface LaneColumnProps extends Pick<LaneBoardProps, 'all' | 'marks' | 'onCollapse' | 'onExpand'> {
  shown: ShownColumn
  onAddToColumn: LaneBoardProps['onAddToColumn']
}

/** The header of a column above all lanes. A card that is dropped on it stays in its lane. */
function LaneColumn({ shown, all, marks, onAddToColumn, onCollapse, onExpand }: LaneColumnProps) {
  const { column, isCollapsed } = shown
  const titleId = useId()
  const header = useRef<HTMLElement>(null)
  const indexAt = useRef(null)
  const { mayManage } = useBoard()
  const drag = useColumnDrag({ lane: header, header, indexAt }, column, marks.draggedId !== null)
  return (
    <header
      ref={header}
      className={`${columnClasses.column} ${classes.column}`}
      data-over={drag.isOver || undefined}
      data-edge={drag.edge}
      data-dragged={drag.isDragged}
      data-collapsed={isCollapsed || undefined}
    >
      <div
        className={isCollapsed ? classes.collapsed : columnClasses.header}
        data-movable={mayManage || undefined}
      >
        {isCollapsed ? (
          <CollapsedHeader titleId={titleId} shown={shown} onExpand={onExpand} />
        ) : (
          <ColumnHeader
            titleId={titleId}
            shown={shown}
            columns={all}
            onAdd={onAddToColumn}
            onCollapse={onCollapse}
          />
        )}
      </div>
    </header>
  )
}

/** What a column does not show. */
function ColumnNotes({ shown, onUnfold }: { shown: ShownColumn; onUnfold: (columnId: number) => void }) {
  const { column, foldedCount, isCollapsed } = shown
  const { t } = useTranslation()
  const missing = column.taskCount - column.tasks.length
  return (
    <div>
      {!isCollapsed && foldedCount > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onUnfold(column.id)}>
          {t('boards.column.showOlder', { count: foldedCount })}
        </Button>
      )}
      {!isCollapsed && missing > 0 && (
        <Text size="xs" c="dimmed" px="md" py={4}>
          {t('boards.column.notLoaded', { count: missing })}
        </Text>
      )}
    </div>
  )
}

function PhoneColumns({ columns, ...props }: LaneBoardProps) {
  const { mayManage } = useBoard()
  return (
    <>
      {columns.map(shown => (
        <PhoneColumn key={shown.column.id} shown={shown} {...props} />
      ))}
      {mayManage && <AddColumn />}
    </>
  )
}

/** The lanes are sections that scroll inside of the column. */
function PhoneColumn(props: Omit<LaneBoardProps, 'columns'> & { shown: ShownColumn }) {
  const { shown, all, marks, onAddToColumn, onUnfold, onCollapse, onExpand, ...rest } = props
  const { column, isCollapsed } = shown
  const titleId = useId()
  const lane = useRef<HTMLElement>(null)
  const header = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const indexAt = useRef(null)
  const drag = useColumnDrag({ lane, header, indexAt }, column, marks.draggedId !== null)
  useEffect(() => {
    if (isCollapsed || !scroller.current) return
    return autoScrollForElements({
      element: scroller.current,
      canScroll: ({ source }) => source.data.type === 'card',
    })
  }, [isCollapsed])
  return (
    <section
      ref={lane}
      className={columnClasses.column}
      aria-labelledby={titleId}
      data-column={column.id}
      data-collapsed={isCollapsed || undefined}
      data-over={drag.isOver || undefined}
    >
      <header ref={header} className={isCollapsed ? columnClasses.collapsedHeader : columnClasses.header}>
        {isCollapsed ? (
          <CollapsedHeader titleId={titleId} shown={shown} onExpand={onExpand} />
        ) : (
          <ColumnHeader
            titleId={titleId}
            shown={shown}
            columns={all}
            onAdd={onAddToColumn}
            onCollapse={onCollapse}
          />
        )}
      </header>
      {!isCollapsed && (
        <div ref={scroller} className={classes.sections}>
          <LaneRows {...rest} marks={marks} scroller={scroller} top={0} columnId={column.id} />
          <ColumnNotes shown={shown} onUnfold={onUnfold} />
        </div>
      )}
    </section>
  )
}
