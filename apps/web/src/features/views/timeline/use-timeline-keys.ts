import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DatePart, type Dates, datesAfter, daysOf } from '../schedule/task-dates.ts'
import type { Draft } from './bars/use-bar-drag.ts'
import { parentRow, type TaskRow, type TimelineRow } from './rows/timeline-rows.ts'
import type { AnnounceBar, TimelineWords } from './rows/timeline-words.ts'

interface Keys {
  scroller: RefObject<HTMLElement | null>
  rows: TimelineRow[]
  words: TimelineWords
  announceBar: AnnounceBar
  draft: Draft | null
  /** How many rows a page has. */
  page: number
  mayWrite: (projectId: number) => boolean
  scrollToRow: (row: number) => void
  showDates: (dates: Dates) => void
  toggle: (key: string) => void
  open: (task: ScheduledTask) => void
  onDraft: (draft: Draft | null) => void
  onDates: (task: ScheduledTask, dates: Dates) => void
}

/**
 * The keys of a tree, and those of a board: Space picks a bar up, arrows move it, Space drops it, Escape cancels. With
 * Shift, arrows move its end, with Ctrl its start.
 */
export function useTimelineKeys(keys: Keys) {
  const { scroller, rows, words, announceBar, draft, page, mayWrite, scrollToRow, showDates, toggle, open } =
    keys
  const { onDraft, onDates } = keys
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(0)
  const active = Math.max(0, Math.min(wanted, rows.length - 1))
  const isFocusWanted = useRef(false)
  // The row may be rendered only after the timeline has scrolled.
  useEffect(() => {
    if (!isFocusWanted.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-timeline-row="${active}"]`)
    if (!row) return
    isFocusWanted.current = false
    row.focus({ preventScroll: true })
  })
  const activate = useCallback((row: number) => setWanted(row), [])

  const moveTo = (row: number) => {
    const next = Math.max(0, Math.min(row, rows.length - 1))
    isFocusWanted.current = true
    setWanted(next)
    scrollToRow(next)
  }
  const row = rows[active]
  const lifted = draft?.type === 'dates' && draft.isLifted ? draft : undefined

  const walk = (key: string) => {
    if (lifted) return
    const steps: Record<string, number> = {
      ArrowUp: active - 1,
      ArrowDown: active + 1,
      PageUp: active - page,
      PageDown: active + page,
      Home: 0,
      End: rows.length - 1,
    }
    moveTo(steps[key] ?? active)
  }

  const turn = (isRight: boolean) => {
    if (!row) return
    const canOpen = row.type === 'group' || row.hasSubtasks
    if (canOpen && row.isCollapsed === isRight) return toggle(row.key)
    if (isRight) return canOpen && moveTo(active + 1)
    const parent = parentRow(rows, active)
    if (parent >= 0) moveTo(parent)
  }

  const shift = (part: DatePart, days: number) => {
    if (!lifted) return false
    const dates = datesAfter(lifted.dates, part, days)
    onDraft({ ...lifted, dates })
    showDates(dates)
    announce(words.days(dates))
  }

  const pickUp = ({ task }: TaskRow) => {
    const dates = daysOf(task)
      ? { startDate: task.startDate, dueDate: task.dueDate }
      : { startDate: null, dueDate: words.today }
    onDraft({ type: 'dates', taskId: task.id, dates, isLifted: true })
    showDates(dates)
    announceBar('pickedUp', task, dates)
  }

  const drop = ({ task }: TaskRow, dates: Dates) => {
    onDates(task, dates)
    onDraft(null)
    announceBar('dropped', task, dates)
  }

  const pressSpace = () => {
    if (row?.type === 'group') return toggle(row.key)
    if (!row) return false
    if (lifted) return drop(row, lifted.dates)
    return mayWrite(row.task.projectId) && pickUp(row)
  }
  const pressEnter = () => {
    if (!row || row.type === 'group' || lifted) return pressSpace()
    open(row.task)
  }
  const cancel = () => {
    if (!lifted || row?.type !== 'task') return false
    onDraft(null)
    announceBar('putBack', row.task, row.task)
  }

  /** Keys of links and buttons inside of a row are theirs. */
  const onRow =
    <Result>(run: (event: KeyboardEvent) => Result) =>
    (event: KeyboardEvent) =>
      event.target instanceof HTMLElement && event.target.matches('[data-timeline-row]') ? run(event) : false
  const sideways = (event: KeyboardEvent) => {
    const isRight = event.key === 'ArrowRight'
    if (!lifted) return turn(isRight)
    return shift(event.shiftKey ? 'due' : 'whole', isRight ? 1 : -1)
  }
  const list = 'timeline.keys.list'
  useShortcuts(
    [
      {
        keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'],
        description: t(`${list}.walk`),
        run: onRow(({ key }) => walk(key)),
      },
      { keys: ['ArrowLeft', 'ArrowRight'], description: t(`${list}.sideways`), run: onRow(sideways) },
      {
        keys: ['mod+ArrowLeft', 'mod+ArrowRight'],
        description: t(`${list}.start`),
        run: onRow(({ key }) => shift('start', key === 'ArrowRight' ? 1 : -1)),
      },
      { keys: 'Enter', description: t(`${list}.open`), run: onRow(pressEnter) },
      { keys: 'Space', description: t(`${list}.move`), run: onRow(pressSpace) },
      { keys: 'Escape', description: t(`${list}.cancel`), run: onRow(cancel) },
    ],
    { title: t('timeline.keys.title'), within: '[data-timeline-row]' },
  )
  return { active, activate }
}
