import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../../data/days.ts'
import { type Dates, datesAfter, isSame } from '../schedule/task-dates.ts'
import { useCalendar } from './calendar-context.ts'
import { type CalendarScale, stepFrom } from './calendar-days.ts'
import { type Segment, segmentsOn } from './week-layout.ts'

/** A week with its tasks; those in further lanes are behind “more”. */
export interface WeekRow {
  days: string[]
  segments: Segment[]
  shownLanes: number
}

/** A task that is picked up by keyboard. */
export interface LiftedTask {
  task: ScheduledTask
  dates: Dates
}

/** What has the focus: a day, a task on it, or the rest of its tasks. */
export interface Place {
  day: string
  item: number | 'more' | null
}

interface CalendarKeys {
  grid: RefObject<HTMLElement | null>
  rows: WeekRow[]
  scale: CalendarScale
  date: string
  lifted: LiftedTask | undefined
  lift: (lifted: LiftedTask | undefined) => void
  onDate: (day: string) => void
  onCreate: ((day: string) => void) | undefined
  onMove: (task: ScheduledTask, dates: Dates) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Arrows move through days and tasks; Space picks a task up, arrows move it by a day or a week, Space drops it, Escape cancels. */
export function useCalendarKeys(calendar: CalendarKeys) {
  const { grid, rows, scale, date, lifted, lift, onDate, onCreate, onMove } = calendar
  const { t } = useTranslation()
  const { formats, mayWrite } = useCalendar()
  const [place, setPlace] = useState<Place>({ day: date, item: null })
  const isWanted = useRef(false)
  // The day may appear only after another month has been opened.
  useEffect(() => {
    if (!isWanted.current) return
    const element = elementAt(grid.current, rows, place)
    if (!element) return
    isWanted.current = false
    element.focus()
  })

  const focus = (next: Place) => {
    isWanted.current = true
    setPlace(next)
    if (!rowOf(rows, next.day)) onDate(next.day)
  }
  const active = activePlace(rows, place, date)

  const walk = (key: string) => {
    const items = itemsOn(rows, active.day)
    const at = active.item === null ? -1 : items.indexOf(active.item)
    const below = items[at + 1]
    if (key === 'ArrowDown' && below !== undefined) return focus({ day: active.day, item: below })
    if (key === 'ArrowUp' && at >= 0) return focus({ day: active.day, item: items[at - 1] ?? null })
    focus({ day: addDays(active.day, steps[key] ?? 0), item: null })
  }

  const moveLifted = ({ task, dates }: LiftedTask, key: string) => {
    const days = steps[key] ?? 0
    const moved = datesAfter(dates, 'whole', days)
    const day = addDays(active.day, days)
    lift({ task, dates: moved })
    focus({ day, item: task.id })
    announce(t('calendar.keys.movedTo', { title: task.title, day: formats.long(moved.startDate ?? day) }))
  }

  const pickUp = () => {
    const task = taskAt(rows, active)
    if (!task || !mayWrite(task.projectId)) return false
    lift({ task, dates: { startDate: task.startDate, dueDate: task.dueDate } })
    announce(t('calendar.keys.pickedUp', { title: task.title, day: formats.long(active.day) }))
  }

  const drop = ({ task, dates }: LiftedTask) => {
    if (isSame(dates, task)) announce(t('boards.keys.putBack', { title: task.title }))
    else onMove(task, dates)
    // After the change is in the view, so that the task does not jump back in between.
    setTimeout(() => {
      lift(undefined)
      focus({ day: active.day, item: task.id })
    })
  }

  const cancel = ({ task }: LiftedTask) => {
    lift(undefined)
    focus({ day: task.startDate ?? task.dueDate ?? active.day, item: task.id })
    announce(t('boards.keys.putBack', { title: task.title }))
  }

  useShortcuts(
    [
      {
        keys: Object.keys(steps),
        description: t('calendar.keys.list.walk'),
        run: ({ key }) => (lifted ? moveLifted(lifted, key) : walk(key)),
      },
      {
        keys: ['Home', 'End'],
        description: t('calendar.keys.list.ends'),
        run: ({ key }) => {
          const days = rowOf(rows, active.day)?.days
          if (!lifted && days) focus({ day: days.at(key === 'Home' ? 0 : -1) ?? active.day, item: null })
        },
      },
      {
        keys: ['PageUp', 'PageDown'],
        description: t(`calendar.keys.list.pages.${scale}`),
        run: ({ key }) => {
          if (!lifted) focus({ day: stepFrom(active.day, scale, key === 'PageUp' ? -1 : 1), item: null })
        },
      },
      {
        keys: 'Enter',
        description: t('calendar.keys.list.open'),
        run: () => {
          if (lifted) return drop(lifted)
          // Else the browser follows the link of a task, or presses the button.
          return active.item === null && onCreate ? onCreate(active.day) : false
        },
      },
      {
        keys: 'Space',
        description: t('calendar.keys.list.move'),
        run: () => (lifted ? drop(lifted) : active.item === 'more' ? false : pickUp()),
      },
      {
        keys: 'Escape',
        description: t('calendar.keys.list.cancel'),
        run: () => {
          if (lifted) return cancel(lifted)
          return active.item === null ? false : focus({ day: active.day, item: null })
        },
      },
      ...(onCreate
        ? [{ keys: 'n', description: t('calendar.keys.list.create'), run: () => onCreate(active.day) }]
        : []),
    ],
    { title: t('calendar.keys.title'), within: '[data-calendar-grid]' },
  )
  return { active, activate: setPlace }
}

function rowOf(rows: WeekRow[], day: string) {
  return rows.find(({ days }) => days.includes(day))
}

/** What can be reached on a day, from top to bottom. */
function itemsOn(rows: WeekRow[], day: string): (number | 'more')[] {
  const row = rowOf(rows, day)
  if (!row) return []
  const segments = segmentsOn(row.segments, row.days.indexOf(day))
  const shown = segments.filter(({ lane }) => lane < row.shownLanes)
  return [...shown.map(({ task }) => task.id), ...(shown.length < segments.length ? ['more' as const] : [])]
}

function taskAt(rows: WeekRow[], { day, item }: Place) {
  return rowOf(rows, day)?.segments.find(({ task }) => task.id === item)?.task
}

/** Where the focus was, as long as it is still on the screen. */
function activePlace(rows: WeekRow[], place: Place, date: string): Place {
  const row = rowOf(rows, place.day)
  if (!row) return { day: date, item: null }
  const isShown =
    place.item === 'more'
      ? itemsOn(rows, place.day).includes('more')
      : row.segments.some(({ task }) => task.id === place.item)
  return isShown ? place : { day: place.day, item: null }
}

function elementAt(grid: HTMLElement | null, rows: WeekRow[], { day, item }: Place) {
  const cell = `[data-day="${day}"]`
  if (item === null) return grid?.querySelector<HTMLElement>(cell)
  if (item === 'more') return grid?.querySelector<HTMLElement>(`${cell} [data-more]`)
  const week = rowOf(rows, day)?.days[0]
  return grid?.querySelector<HTMLElement>(`[data-week="${week}"] [data-calendar-task="${item}"]`)
}
