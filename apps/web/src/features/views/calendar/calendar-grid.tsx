// biome-ignore-all lint/a11y/useSemanticElements: bars reach over several cells, which those of a table element cannot
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus, and the grid handles its keys
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconFlagFilled, IconPlus } from '@atrium/ui/icons'
import { VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dates, DayRange } from '../schedule/task-dates.ts'
import { useCalendar } from './calendar-context.ts'
import { type CalendarScale, isWeekend } from './calendar-days.ts'
import { useDayTarget } from './calendar-drag.ts'
import classes from './calendar-grid.module.css'
import { CalendarTask } from './calendar-task.tsx'
import { MoreTasks } from './day-tasks.tsx'
import { type LiftedTask, type Place, useCalendarKeys, type WeekRow } from './use-calendar-keys.ts'
import { laneCount, layoutWeek, segmentsOn } from './week-layout.ts'

/** In pixels. */
const size = { weekdays: 32, row: 120, dayHead: 28, more: 20, month: 24, week: 46, room: 64 }

export interface CalendarGridProps {
  weeks: string[][]
  tasks: ScheduledTask[]
  scale: CalendarScale
  date: string
  isBusy: boolean
  /** The days that a dragged task would take. */
  target: DayRange | undefined
  lifted: LiftedTask | undefined
  onLift: (lifted: LiftedTask | undefined) => void
  onDate: (day: string) => void
  /** Undefined for viewers. */
  onCreate: ((day: string) => void) | undefined
  onMove: (task: ScheduledTask, dates: Dates) => void
  label: string
}

/** Days with their tasks. One day or task has the focus, and keys move it. */
export function CalendarGrid(props: CalendarGridProps) {
  const { weeks, tasks, scale, date, isBusy, target, lifted, onLift, onDate, onCreate, onMove, label } = props
  const { formats } = useCalendar()
  const grid = useRef<HTMLDivElement>(null)
  const { ref: measured, height } = useElementSize<HTMLDivElement>()
  const room = Math.max(0, height - size.weekdays)
  const rowHeight = Math.max(size.row, Math.floor(room / weeks.length))
  const rows = useMemo(
    () => weeks.map(days => rowFor(days, tasks, scale === 'week' ? undefined : rowHeight)),
    [weeks, tasks, scale, rowHeight],
  )
  const { active, activate } = useCalendarKeys({
    grid,
    rows,
    scale,
    date,
    lifted,
    lift: onLift,
    onDate,
    onCreate,
    onMove,
  })
  useDayTarget(grid, point => dayAt(grid.current, rows, point))
  useEffect(() => (grid.current ? autoScrollForElements({ element: grid.current }) : undefined), [])
  const laneHeight = scale === 'week' ? size.week : size.month
  return (
    <div
      ref={useMergedRef(grid, measured)}
      role="grid"
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={classes.grid}
      data-calendar-grid
      onPointerDown={() => lifted && onLift(undefined)}
    >
      <div role="row" className={classes.weekdays}>
        {weeks[0]?.map(day => (
          <div key={day} role="columnheader" aria-label={formats.longWeekday(day)}>
            {formats.weekday(day)}
          </div>
        ))}
      </div>
      {rows.map(row => (
        <div
          key={row.days[0]}
          role="row"
          className={classes.week}
          data-week={row.days[0]}
          style={
            scale === 'week'
              ? { minHeight: Math.max(room, size.dayHead + row.shownLanes * laneHeight + size.room) }
              : { height: rowHeight }
          }
        >
          {row.days.map((day, index) => (
            <DayCell
              key={day}
              row={row}
              index={index}
              laneHeight={laneHeight}
              isOutside={scale === 'month' && day.slice(0, 7) !== date.slice(0, 7)}
              isOver={target !== undefined && target.from <= day && day <= target.to}
              active={active}
              liftedId={lifted?.task.id}
              onActivate={activate}
              onCreate={onCreate}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** More tasks than anyone reads. */
const MAX_LANES = 60

/** Without a height, the row grows with its tasks. */
function rowFor(days: string[], tasks: ScheduledTask[], height: number | undefined): WeekRow {
  const segments = layoutWeek(tasks, days)
  const lanes = laneCount(segments)
  const room = (height ?? Number.POSITIVE_INFINITY) - size.dayHead
  const isEnough = lanes * size.month <= room
  return {
    days,
    segments,
    shownLanes: isEnough ? Math.min(lanes, MAX_LANES) : Math.floor((room - size.more) / size.month),
  }
}

/** By geometry: a bar is inside the cell of its first day, but reaches over others. */
function dayAt(grid: HTMLElement | null, rows: WeekRow[], { x, y }: { x: number; y: number }) {
  const elements = [...(grid?.querySelectorAll('[data-week]') ?? [])]
  const at = elements.findIndex(element => {
    const { top, bottom } = element.getBoundingClientRect()
    return top <= y && y < bottom
  })
  const week = elements[at]?.getBoundingClientRect()
  if (!week) return undefined
  const column = Math.floor(((x - week.left) / week.width) * 7)
  return rows[at]?.days[Math.max(0, Math.min(column, 6))]
}

interface DayCellProps extends Pick<CalendarGridProps, 'onCreate'> {
  row: WeekRow
  index: number
  laneHeight: number
  isOutside: boolean
  isOver: boolean
  active: Place
  liftedId: number | undefined
  onActivate: (place: Place) => void
}

function DayCell(props: DayCellProps) {
  const { row, index, laneHeight, isOutside, isOver, active, liftedId, onActivate, onCreate } = props
  const { t } = useTranslation()
  const { today, formats, milestonesOn } = useCalendar()
  const day = row.days[index] ?? ''
  const milestones = milestonesOn(day)
  const all = segmentsOn(row.segments, index)
  const hidden = all.filter(({ lane }) => lane >= row.shownLanes)
  const isActive = active.day === day
  const create = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('a, button')) onCreate?.(day)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      role="gridcell"
      aria-current={day === today ? 'date' : undefined}
      className={classes.day}
      data-day={day}
      data-outside={isOutside || undefined}
      data-weekend={isWeekend(day) || undefined}
      data-over={isOver || undefined}
      data-creatable={onCreate !== undefined || undefined}
      tabIndex={isActive && active.item === null ? 0 : -1}
      onClick={create}
      onFocus={({ target, currentTarget }) => target === currentTarget && onActivate({ day, item: null })}
    >
      <VisuallyHidden>
        {[t('calendar.day', { day: formats.long(day), count: all.length }), ...milestones].join(', ')}
      </VisuallyHidden>
      <span className={classes.head} aria-hidden="true">
        <span className={classes.number} data-today={day === today || undefined}>
          {day.endsWith('-01') ? formats.dayOfMonth(day) : Number(day.slice(8))}
        </span>
        {milestones.length > 0 && (
          <span className={classes.milestone} title={milestones.join(', ')}>
            <IconFlagFilled size={12} />
            <span>{milestones.join(', ')}</span>
          </span>
        )}
        {onCreate && <IconPlus size={14} stroke={1.75} className={classes.plus} />}
      </span>
      {all
        .filter(({ first, lane, task }) => first === index && (lane < row.shownLanes || task.id === liftedId))
        .map(({ task, first, last, lane, continuesBefore, continuesAfter }) => (
          <CalendarTask
            key={task.id}
            task={task}
            days={row.days.slice(first, last + 1)}
            isTall={laneHeight === size.week}
            continuesBefore={continuesBefore}
            continuesAfter={continuesAfter}
            withEdges
            isLifted={task.id === liftedId}
            tabIndex={active.item === task.id && row.days.includes(active.day) ? 0 : -1}
            onFocus={() => active.item !== task.id && onActivate({ day, item: task.id })}
            style={{
              position: 'absolute',
              insetBlockStart: size.dayHead + Math.min(lane, Math.max(0, row.shownLanes - 1)) * laneHeight,
              insetInlineStart: continuesBefore ? 0 : 3,
              width: `calc(${last - first + 1} * 100% + ${last - first - (continuesBefore ? 0 : 3) - (continuesAfter ? 0 : 3)}px)`,
              height: laneHeight - 2,
            }}
          />
        ))}
      {hidden.length > 0 && (
        <MoreTasks
          day={day}
          tasks={all.map(({ task }) => task)}
          count={hidden.length}
          isActive={isActive && active.item === 'more'}
          onFocus={() => onActivate({ day, item: 'more' })}
          onCreate={onCreate}
        />
      )}
    </div>
  )
}
