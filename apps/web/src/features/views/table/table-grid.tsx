import type { TaskSummary } from '@atrium/tasks/tasks/summary/task-summary.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { useLatest } from '@atrium/ui/latest'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeTask } from '../../../data/changes/change-task.ts'
import { useDirectory } from '../view/directory.ts'
import { SelectAllBox } from '../view/select-all.tsx'
import type { TaskViewProps } from '../view/task-view.ts'
import { customFieldId, type ShownColumn, type TaskOrder, usualOrder } from '../view/view-state.ts'
import { useCellContext } from './cell-context.ts'
import { CellEditor } from './cell-editor.tsx'
import { GroupRow, TableFooter } from './group-row.tsx'
import { shownColumns } from './shown-columns.ts'
import { TableHeader } from './table-header.tsx'
import { CardRow, TableRow } from './table-row.tsx'
import { keyOf, rowAt, rowCount, sectionsOf } from './table-rows.ts'
import classes from './task-table.module.css'
import { useCellEditing } from './use-cell-editing.ts'
import { useTableKeys } from './use-table-keys.ts'
import { useTableTasks } from './use-table-tasks.ts'

const ROW_HEIGHT = 40
const CARD_HEIGHT = 84
const OVERSCAN = 12
const SELECT_WIDTH = 40

interface TableGridProps extends TaskViewProps {
  summary: TaskSummary
}

/** The rows, as a grid; on a phone as a list of cards. */
export function TableGrid({ summary, ...props }: TableGridProps) {
  const { projectId, scope, state, onChange, findField, customFields, mayWrite, hrefOf, onOpen, selection } =
    props
  const { t } = useTranslation()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const scroller = useRef<HTMLDivElement>(null)
  const { collapsed, toggleGroup } = useCollapsedGroups()
  const isGrouped = state.groupBy !== 'none'
  const sections = useMemo(() => sectionsOf(summary, isGrouped, collapsed), [summary, isGrouped, collapsed])
  const columns = useMemo(
    () => shownColumns(state.columns, projectId === undefined, customFields),
    [state.columns, projectId, customFields],
  )
  const { summed, grouping } = useMemo(
    () => ({
      summed: columns.flatMap(({ field }) => (field?.type === 'number' ? [field] : [])),
      grouping: {
        groupBy: state.groupBy,
        field: customFields.find(({ id }) => id === customFieldId(state.groupBy)),
      },
    }),
    [columns, customFields, state.groupBy],
  )
  const count = rowCount(sections)
  const headerHeight = isPhone ? 0 : ROW_HEIGHT
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: index => (isPhone && rowAt(sections, index)?.type === 'task' ? CARD_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    scrollPaddingStart: headerHeight,
    // The header covers the first rows.
    scrollMargin: headerHeight,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height
  useEffect(() => virtualizer.measure(), [isPhone, isPhone && sections])
  const items = virtualizer.getVirtualItems()
  const orderBy = state.orderBy ?? usualOrder(projectId)
  const { taskOf, tasks, error, retry } = useTableTasks({
    sections,
    scope,
    orderBy,
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? 0,
    findField,
  })
  const directory = useDirectory(tasks)
  const context = useCellContext(directory)
  const changeTask = useChangeTask()
  const { edited, edit, stopEditing } = useCellEditing({ tasks, columns, context, changeTask })
  const { active, activate, press, focusActive } = useTableKeys({
    sections,
    columns,
    taskOf,
    selection,
    scrollTo: row => virtualizer.scrollToIndex(row, { align: 'auto' }),
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / ROW_HEIGHT) - 2),
    edit: (task, column) => mayWrite(task.projectId) && edit(task.id, column),
    open: onOpen,
    toggleGroup,
    grid: scroller,
  })
  const select = useSelect(selection, sections, taskOf)
  const selectAll = useMemo(
    () => <SelectAllBox selection={selection} scope={scope} orderBy={orderBy} total={summary.count} />,
    [selection, scope, orderBy, summary.count],
  )
  const latestChange = useLatest(onChange)
  const sort = useCallback((orderBy?: TaskOrder) => latestChange.current({ orderBy }), [])
  const changeColumns = useCallback((next: ShownColumn[]) => latestChange.current({ columns: next }), [])
  if (error && retry && tasks.length === 0) return <ErrorState error={error} onRetry={retry} />

  const rowFor = ({ index, start }: VirtualItem) => {
    const row = rowAt(sections, index)
    const top = start - headerHeight
    const isActive = active.row === index
    if (row?.type === 'group') {
      const { section } = row
      const toggle = () => section.group && toggleGroup(keyOf(section.group))
      const group = { section, grouping, summed, top, rowIndex: index, context, isActive, isPhone }
      return <GroupRow key={index} {...group} onToggle={toggle} />
    }
    const task = taskOf(row)
    const shown = { top, task, context, href: task && hrefOf(task.id), onOpen }
    const selected = {
      rowIndex: index,
      isSelected: task !== undefined && selection.ids.has(task.id),
      onSelect: select,
    }
    if (isPhone) return <CardRow key={index} {...shown} {...selected} />
    return (
      <TableRow
        key={index}
        {...shown}
        {...selected}
        columns={columns}
        mayWrite={task !== undefined && mayWrite(task.projectId)}
        activeColumn={isActive ? active.column : undefined}
        onActivate={activate}
        onEdit={edit}
      />
    )
  }
  const width = columns.reduce((sum, column) => sum + column.width, SELECT_WIDTH)
  const size = {
    '--columns': [`${SELECT_WIDTH}px`, ...columns.map(trackOf)].join(' '),
    '--width': isPhone ? '0' : `${width}px`,
  } as CSSProperties
  const grid = {
    role: 'grid',
    'aria-label': t('views.table.label'),
    'aria-rowcount': count + 1,
    'aria-colcount': columns.length + 1,
    'aria-multiselectable': true,
    onKeyDown: press,
  }
  return (
    <>
      <div
        ref={scroller}
        {...(isPhone ? { role: 'list', 'aria-label': grid['aria-label'] } : grid)}
        className={classes.scroller}
        style={size}
      >
        {!isPhone && (
          <TableHeader
            columns={columns}
            orderBy={state.orderBy}
            selectAll={selectAll}
            onSort={sort}
            onChange={changeColumns}
          />
        )}
        <div
          role={isPhone ? 'presentation' : 'rowgroup'}
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map(rowFor)}
        </div>
      </div>
      <TableFooter summary={summary} summed={summed} context={context} />
      {edited && (
        <CellEditor
          key={`${edited.task.id} ${edited.column.name}`}
          {...edited}
          context={context}
          changeTask={changeTask}
          onClose={(isFocusReturned = true) => {
            stopEditing()
            if (isFocusReturned) focusActive()
          }}
        />
      )}
    </>
  )
}

function trackOf({ name, width }: { name: string; width: number }) {
  return name === 'title' ? `minmax(${width}px, 1fr)` : `${width}px`
}

function useCollapsedGroups() {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set<string>())
  const toggleGroup = useCallback(
    (key: string) =>
      setCollapsed(before => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  return { collapsed, toggleGroup }
}

/** With Shift, everything from the row that was selected last. */
function useSelect(
  selection: TaskViewProps['selection'],
  sections: ReturnType<typeof sectionsOf>,
  taskOf: ReturnType<typeof useTableTasks>['taskOf'],
) {
  const last = useRef<number>(undefined)
  const latest = useLatest({ selection, sections, taskOf })
  return useCallback((row: number, isRange: boolean) => {
    const { selection, sections, taskOf } = latest.current
    const from = isRange ? (last.current ?? row) : row
    const ids = Array.from(
      { length: Math.abs(row - from) + 1 },
      (_, step) => Math.min(row, from) + step,
    ).flatMap(at => taskOf(rowAt(sections, at))?.id ?? [])
    if (isRange) selection.add(ids)
    else if (ids[0] !== undefined) selection.toggle(ids[0])
    last.current = row
  }, [])
}
