import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconBan, IconCheck, IconChevronLeft, IconChevronRight } from '@atrium/ui/icons'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Dates, daysOf } from '../../schedule/task-dates.ts'
import { dayAt, type TimeScale } from '../axis/time-scale.ts'
import type { TaskRow } from '../rows/timeline-rows.ts'
import type { TimelineWords } from '../rows/timeline-words.ts'
import { isDiamond, placeOf, placeOfDays, type Side } from './bar-place.ts'
import classes from './task-bar.module.css'
import { useGrip } from './use-bar-drag.ts'

interface TaskBarProps {
  row: TaskRow
  scale: TimeScale
  words: TimelineWords
  mayWrite: boolean
  /** While it is moved. */
  draft: Dates | undefined
  isListOpen: boolean
  onOpen: (task: ScheduledTask) => void
  onDates: (task: ScheduledTask, dates: Dates) => void
}

/** What a row shows on the time axis. */
export function TaskBar(props: TaskBarProps) {
  const { row, scale, draft } = props
  const place = placeOf(scale, draft ?? row.task)
  return (
    <>
      {row.summary && <SummaryBar row={row} scale={scale} />}
      {place ? <DatedBar {...props} place={place} /> : !row.summary && <EmptyRow {...props} />}
    </>
  )
}

function DatedBar({
  row: { task },
  words,
  mayWrite,
  draft,
  isListOpen,
  onOpen,
  place,
}: TaskBarProps & { place: { left: number; width: number } }) {
  const bar = useRef<HTMLDivElement>(null)
  useGrip(bar, task.id, mayWrite)
  const dates = draft ?? task
  const isOverdue = task.completedAt === null && dates.dueDate !== null && dates.dueDate < words.today
  const progress = task.subtaskTotal > 0 ? task.subtaskDone / task.subtaskTotal : 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the timeline handles the keys of the row
    // biome-ignore lint/a11y/noStaticElementInteractions: the link in the row does the same
    <div
      ref={bar}
      className={classes.bar}
      style={place}
      data-bar
      data-grip="whole"
      data-diamond={isDiamond(dates) || undefined}
      data-short={!fits(task, place.width) || undefined}
      data-done={task.completedAt ? true : undefined}
      data-overdue={isOverdue || undefined}
      data-moving={draft ? true : undefined}
      data-movable={mayWrite || undefined}
      onClick={() => onOpen(task)}
    >
      <span className={classes.shape}>
        {progress > 0 && <i className={classes.progress} style={{ width: `${progress * 100}%` }} />}
      </span>
      <BarLabel task={task} isTitled={isListOpen} />
      {draft && <span className={classes.dates}>{words.days(draft)}</span>}
      {mayWrite && (
        <>
          <i className={classes.end} data-grip="start" />
          <i className={classes.end} data-grip="due" />
          <i className={classes.linkPoint} data-grip="link" />
        </>
      )}
    </div>
  )
}

interface HiddenBarProps {
  task: ScheduledTask
  side: Side
  onShowDay: (day: string) => void
}

/** At the edge of the visible days: leads to the bar. */
export function HiddenBar({ task, side, onShowDay }: HiddenBarProps) {
  const { t } = useTranslation()
  const days = daysOf(task)
  if (!days) return null
  const Icon = side === 'before' ? IconChevronLeft : IconChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.hidden}
      aria-label={t('timeline.showBar', { title: task.title })}
      onClick={() => onShowDay(days.from)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

function BarLabel({ task, isTitled }: { task: ScheduledTask; isTitled: boolean }) {
  const isDone = task.completedAt !== null
  return (
    <span className={classes.label}>
      {isDone && <IconCheck size={14} stroke={2.5} aria-hidden />}
      {task.isBlocked && !isDone && <IconBan size={14} stroke={2} aria-hidden className={classes.blocked} />}
      {isTitled && <span>{task.title}</span>}
    </span>
  )
}

const LETTER_WIDTH = 6.5
const LABEL_PADDING = 34

/** About: measuring every title would cost more than it is worth. */
function fits({ title }: ScheduledTask, width: number) {
  return title.length * LETTER_WIDTH + LABEL_PADDING <= width
}

/** From the first to the last day of the sub-tasks, with how many of them are done. */
function SummaryBar({ row: { task, summary }, scale }: Pick<TaskBarProps, 'row' | 'scale'>) {
  if (!summary) return null
  const progress = task.subtaskTotal > 0 ? (task.subtaskDone / task.subtaskTotal) * 100 : 0
  return (
    <div className={classes.summary} style={placeOfDays(scale, summary)} data-summary>
      <i style={{ width: `${progress}%` }} />
    </div>
  )
}

/** A task without dates gets them by a click on a day or a drag over several; the button does it for today. */
function EmptyRow({ row: { task }, scale, words, mayWrite, onDates }: TaskBarProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  useGrip(area, task.id, mayWrite)
  if (!mayWrite) return null
  const place = (event: MouseEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    onDates(task, { startDate: null, dueDate: dayAt(scale, x) })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div ref={area} className={classes.emptyRow} data-grip="new" onClick={place}>
      <button
        type="button"
        tabIndex={-1}
        className={classes.schedule}
        onClick={event => {
          event.stopPropagation()
          onDates(task, { startDate: null, dueDate: words.today })
        }}
      >
        {t('timeline.schedule')}
      </button>
    </div>
  )
}
