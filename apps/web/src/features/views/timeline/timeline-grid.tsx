// biome-ignore-all lint/a11y/useSemanticElements: rows of a table element cannot be virtualized
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { useLatest } from '@atrium/ui/latest'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Dates, daysOf } from '../schedule/task-dates.ts'
import { useDirectory } from '../view/directory.ts'
import type { TaskViewProps } from '../view/task-view.ts'
import { headerHeightOf, usePlanMarks } from './axis/plan-marks.ts'
import { dayAt, type TimeScale, xOf } from './axis/time-scale.ts'
import { Backdrop, TimelineHeader } from './axis/timeline-header.tsx'
import type { useTimeWindow } from './axis/use-time-window.ts'
import { placedBars, rowHeightOf, sideOf, withDates } from './bars/bar-place.ts'
import { type Draft, useBarDrags } from './bars/use-bar-drag.ts'
import { chainOf } from './dependencies/dependency-lines.ts'
import { DependencyOverlay } from './dependencies/dependency-overlay.tsx'
import type { TimelineRow } from './rows/timeline-rows.ts'
import { useBarAnnouncements, useTimelineWords } from './rows/timeline-words.ts'
import classes from './timeline.module.css'
import { useTimelineChanges, type useTimelineTasks } from './timeline.queries.ts'
import { assigneesOf, TimelineGroupRow, TimelineTaskRow } from './timeline-row.tsx'
import { TimelineFooter } from './timeline-tools.tsx'
import { useTimelineKeys } from './use-timeline-keys.ts'
import { useBlockers, useTimelineRows } from './use-timeline-rows.ts'
import type { TitleList } from './use-title-list.ts'

const OVERSCAN = 8
const noRows: TimelineRow[] = []

interface TimelineGridProps extends TaskViewProps {
  scroller: RefObject<HTMLDivElement | null>
  axis: ReturnType<typeof useTimeWindow>
  list: TitleList
  loaded: ReturnType<typeof useTimelineTasks>
  today: string
}

/** The rows as a tree with two columns: titles and bars. */
export function TimelineGrid({ scroller, axis, list, loaded, today, ...view }: TimelineGridProps) {
  const { projectId, scope, state, mayWrite, hrefOf, onOpen } = view
  const { t } = useTranslation()
  const { scale, visible } = axis
  const { tasks, dependencies } = loaded
  const marks = usePlanMarks(projectId)
  const headerHeight = headerHeightOf(marks)
  const words = useTimelineWords()
  const announceBar = useBarAnnouncements(words)
  const { rows, toggle, groupTitle } = useTimelineRows(tasks, scope, state.groupBy)
  const rowHeight = useMemo(() => rowHeightOf(list.isOpen), [list.isOpen])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: index => rows[index]?.key ?? index,
    estimateSize: () => rowHeight.height,
    overscan: OVERSCAN,
    scrollPaddingStart: headerHeight,
    // The header covers the first rows.
    scrollMargin: headerHeight,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height
  useEffect(() => virtualizer.measure(), [rowHeight])
  useStableScroll(scroller, rows, rowHeight.height)
  // Tasks without dates, which come last, may be loaded first.
  const loadedRows = loaded.isLoading ? noRows : rows
  useScrollToCurrent(scroller, loadedRows, scale, row => virtualizer.scrollToIndex(row, { align: 'start' }))
  const items = virtualizer.getVirtualItems()

  const [draft, setDraft] = useState<Draft | null>(null)
  const [hoveredId, setHoveredId] = useState<number | null>(null)
  const byId = useMemo(() => new Map(tasks.map(task => [task.id, task])), [tasks])
  const findTask = useCallback((id: number) => byId.get(id), [byId])
  const { changeDates, link } = useTimelineChanges(words, findTask)
  const showDates = (dates: Dates) => {
    const element = scroller.current
    const days = daysOf(dates)
    if (!element || !days) return
    const left = xOf(scale, days.from)
    const right = xOf(scale, days.to) + scale.dayWidth
    const end = element.scrollLeft + element.clientWidth - list.width
    if (left < element.scrollLeft || right > end) axis.showDay(days.from)
  }
  const { active, activate } = useTimelineKeys({
    scroller,
    rows,
    words,
    announceBar,
    draft,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight.height) - 2),
    mayWrite,
    scrollToRow: row => virtualizer.scrollToIndex(row, { align: 'auto' }),
    showDates,
    toggle,
    open: onOpen,
    onDraft: setDraft,
    onDates: changeDates,
  })
  useBarDrags({
    scroller,
    listWidth: list.width,
    headerHeight,
    scale,
    findTask,
    announceBar,
    onDraft: setDraft,
    onDates: changeDates,
    onLink: link,
  })

  const shownRows = items.flatMap(({ index }) => rows[index] ?? [])
  const directory = useDirectory(shownRows.flatMap(row => (row.type === 'task' ? [row.task] : [])))
  const activeRow = rows[active]
  const [isFocused, setIsFocused] = useState(false)
  const litId = hoveredId ?? (isFocused && activeRow?.type === 'task' ? activeRow.task.id : null)
  const chain = useMemo(
    () => (litId === null ? undefined : chainOf(litId, dependencies)),
    [litId, dependencies],
  )
  const bars = useMemo(() => placedBars(rows, scale), [rows, scale])
  const moved = draft?.type === 'dates' ? draft : undefined
  const movedTasks = useMemo(() => withMoved(byId, moved), [byId, moved])
  const movedBars = moved ? withDates(bars, scale, { id: moved.taskId }, moved.dates) : bars
  const blockersOf = useBlockers(dependencies, byId)
  const open = useSameFunction(onOpen)
  const showDay = useSameFunction(axis.showDay)

  const rowFor = ({ index, start }: VirtualItem) => {
    const row = rows[index]
    if (!row) return null
    const placed = {
      rowIndex: index,
      top: start - headerHeight,
      isActive: index === active,
      onFocus: activate,
      onToggle: toggle,
    }
    if (row.type === 'group')
      return <TimelineGroupRow key={row.key} {...placed} row={row} title={groupTitle(row.recordId)} />
    const { task } = row
    return (
      <TimelineTaskRow
        key={row.key}
        {...placed}
        row={row}
        scale={scale}
        words={words}
        blockers={blockersOf(task.id)}
        assignees={assigneesOf(directory, task)}
        href={hrefOf(task.id)}
        mayWrite={mayWrite(task.projectId)}
        draft={moved?.taskId === task.id ? moved.dates : undefined}
        isInChain={chain !== undefined && chain.size > 1 && chain.has(task.id)}
        isDropTarget={draft?.type === 'link' && draft.overId === task.id}
        isListOpen={list.isOpen}
        side={sideOf(movedBars.get(task.id), visible)}
        onShowDay={showDay}
        onHover={setHoveredId}
        onOpen={open}
        onDates={changeDates}
      />
    )
  }
  const size = {
    '--list': `${list.width}px`,
    '--axis': `${scale.width}px`,
    '--row': `${rowHeight.height}px`,
    '--header': `${headerHeight}px`,
  } as CSSProperties
  return (
    <>
      <div
        ref={scroller}
        role="treegrid"
        aria-label={t('timeline.label')}
        aria-rowcount={rows.length + 1}
        aria-colcount={2}
        aria-busy={loaded.isLoading || loaded.isLoadingMore || undefined}
        className={classes.scroller}
        style={size}
        data-timeline
        data-list={list.isOpen || undefined}
        data-dragging={draft ? draft.type : undefined}
        onScroll={axis.measure}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      >
        <TimelineHeader
          scale={scale}
          visible={visible}
          today={today}
          marks={marks}
          isListOpen={list.isOpen}
          listWidth={list.width}
          onToggleList={() => list.setIsOpen(!list.isOpen)}
          onListWidth={list.setWidth}
        />
        <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          <Backdrop scale={scale} visible={visible} today={today} marks={marks} />
          <DependencyOverlay
            dependencies={dependencies}
            tasks={movedTasks}
            bars={movedBars}
            rowHeight={rowHeight}
            firstRow={items[0]?.index ?? 0}
            lastRow={items.at(-1)?.index ?? 0}
            visible={visible}
            chain={chain}
            draft={draft}
          />
          <div aria-hidden className={classes.listBackground} />
          {items.map(rowFor)}
        </div>
        <Placeholder loaded={loaded} />
      </div>
      <TimelineFooter loaded={loaded} />
    </>
  )
}

/** Instead of rows. */
function Placeholder({ loaded }: Pick<TimelineGridProps, 'loaded'>) {
  const { t } = useTranslation()
  if (loaded.tasks.length > 0) return null
  return (
    <div className={classes.placeholder}>
      {loaded.error ? (
        <ErrorState error={loaded.error} onRetry={loaded.retry} />
      ) : loaded.isLoading ? (
        <RowsSkeleton />
      ) : (
        <EmptyState
          icon={IconCalendarEvent}
          title={t('timeline.empty.title')}
          text={t('timeline.empty.text')}
        />
      )}
    </div>
  )
}

/** Rows that are added above the visible ones do not move them. */
function useStableScroll(scroller: RefObject<HTMLElement | null>, rows: TimelineRow[], height: number) {
  const shown = useRef(rows)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = rows
    const element = scroller.current
    if (!element || before === rows || element.scrollTop === 0) return
    const first = Math.floor(element.scrollTop / height)
    const now = rows.findIndex(({ key }) => key === before[first]?.key)
    if (now >= 0) element.scrollTop += (now - first) * height
  }, [scroller, rows, height])
}

/** At first, tasks that ended before the visible days are above the visible rows. Groups start at their first task. */
function useScrollToCurrent(
  scroller: RefObject<HTMLElement | null>,
  rows: TimelineRow[],
  scale: TimeScale,
  scrollTo: (row: number) => void,
) {
  const isDone = useRef(false)
  useEffect(() => {
    const element = scroller.current
    if (isDone.current || !element || rows.length === 0) return
    isDone.current = true
    const firstDay = dayAt(scale, element.scrollLeft)
    const current = rows.findIndex(
      row => row.type === 'task' && (daysOf(row.task)?.to ?? firstDay) >= firstDay,
    )
    if (rows[0]?.type === 'task' && current > 0) scrollTo(current)
  })
}

function withMoved(
  tasks: ReadonlyMap<number, ScheduledTask>,
  moved: { taskId: number; dates: Dates } | undefined,
) {
  const task = moved && tasks.get(moved.taskId)
  return moved && task ? new Map(tasks).set(task.id, { ...task, ...moved.dates }) : tasks
}

/** The same function for all renders, so that rows are not rendered again. */
function useSameFunction<Args extends unknown[]>(run: (...args: Args) => void) {
  const latest = useLatest(run)
  return useCallback((...args: Args) => latest.current(...args), [])
}
