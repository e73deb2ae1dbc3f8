// biome-ignore-all lint/a11y/useSemanticElements: rows of a table element cannot be virtualized
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, and the timeline handles its keys
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconChevronRight } from '@atrium/ui/icons'
import { type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import type { Dates } from '../schedule/task-dates.ts'
import type { Directory } from '../view/directory.ts'
import type { TimeScale } from './axis/time-scale.ts'
import type { Side } from './bars/bar-place.ts'
import { HiddenBar, TaskBar } from './bars/task-bar.tsx'
import type { GroupRow, TaskRow } from './rows/timeline-rows.ts'
import type { TimelineWords } from './rows/timeline-words.ts'
import classes from './timeline.module.css'

interface PlacedRow {
  rowIndex: number
  top: number
  isActive: boolean
  onFocus: (rowIndex: number) => void
  onToggle: (key: string) => void
}

interface TimelineTaskRowProps extends PlacedRow {
  row: TaskRow
  scale: TimeScale
  words: TimelineWords
  blockers: ScheduledTask[]
  assignees: ReturnType<typeof assigneesOf>
  href: string
  mayWrite: boolean
  draft: Dates | undefined
  isInChain: boolean
  isDropTarget: boolean
  isListOpen: boolean
  /** Where the bar is, if it is not visible. */
  side: Side | undefined
  onShowDay: (day: string) => void
  onHover: (taskId: number | null) => void
  onOpen: (task: ScheduledTask) => void
  onDates: (task: ScheduledTask, dates: Dates) => void
}

export const TimelineTaskRow = memo(function TimelineTaskRow(props: TimelineTaskRowProps) {
  const { row, rowIndex, top, isActive, scale, words, blockers, draft, isInChain, isDropTarget } = props
  const { isListOpen, side, mayWrite, onShowDay, onFocus, onHover, onOpen, onDates } = props
  const { task, level, hasSubtasks, isCollapsed } = row
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={rowIndex + 2}
      aria-level={level}
      aria-expanded={hasSubtasks ? !isCollapsed : undefined}
      aria-label={words.row(draft ? { ...task, ...draft } : task, blockers)}
      tabIndex={isActive ? 0 : -1}
      style={{ top }}
      data-timeline-row={rowIndex}
      data-task={task.id}
      data-in-chain={isInChain || undefined}
      data-drop-target={isDropTarget || undefined}
      onFocus={event => {
        if (event.target === event.currentTarget) onFocus(rowIndex)
      }}
      onPointerEnter={() => onHover(task.id)}
      onPointerLeave={() => onHover(null)}
    >
      <TitleCell {...props} />
      <div role="gridcell" aria-colindex={2} className={classes.barCell} data-side={side}>
        {side && <HiddenBar task={task} side={side} onShowDay={onShowDay} />}
        <TaskBar
          row={row}
          scale={scale}
          words={words}
          mayWrite={mayWrite}
          draft={draft}
          isListOpen={isListOpen}
          onOpen={onOpen}
          onDates={onDates}
        />
      </div>
    </div>
  )
})

function TitleCell({ row, assignees, href, onOpen, onToggle }: TimelineTaskRowProps) {
  const { task, level, hasSubtasks, isCollapsed, key } = row
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(task)
  }
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      className={classes.titleCell}
      data-done={task.completedAt ? true : undefined}
    >
      <div className={classes.titleLine} style={{ paddingInlineStart: `${(level - 1) * 1.125}rem` }}>
        <Toggle isShown={hasSubtasks} isOpen={!isCollapsed} onClick={() => onToggle(key)} />
        <span className={classes.key}>{taskKey(task.number, task.projectKey)}</span>
        <a href={href} className={classes.title} tabIndex={-1} draggable={false} onClick={open}>
          {task.title}
        </a>
        {assignees.length > 0 && (
          <span className={classes.assignee}>
            <PeopleAvatars people={assignees} size={20} />
          </span>
        )}
      </div>
    </div>
  )
}

/** By mouse; the arrow keys do the same for the row. */
function Toggle({ isShown, isOpen, onClick }: { isShown: boolean; isOpen: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  if (!isShown) return <span className={classes.noToggle} />
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.toggle}
      aria-label={t(isOpen ? 'timeline.collapse' : 'timeline.expand')}
      data-open={isOpen || undefined}
      onClick={onClick}
    >
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

interface TimelineGroupRowProps extends PlacedRow {
  row: GroupRow
  title: string
}

export const TimelineGroupRow = memo(function TimelineGroupRow(props: TimelineGroupRowProps) {
  const { row, title, rowIndex, top, isActive, onFocus, onToggle } = props
  const { t } = useTranslation()
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={rowIndex + 2}
      aria-level={1}
      aria-expanded={!row.isCollapsed}
      aria-label={t('timeline.group', { title, count: row.count })}
      tabIndex={isActive ? 0 : -1}
      style={{ top }}
      data-timeline-row={rowIndex}
      data-group
      onFocus={event => {
        if (event.target === event.currentTarget) onFocus(rowIndex)
      }}
    >
      <div role="gridcell" aria-colindex={1} className={classes.titleCell}>
        <div className={classes.titleLine}>
          <Toggle isShown isOpen={!row.isCollapsed} onClick={() => onToggle(row.key)} />
          <span className={classes.groupTitle}>{title}</span>
          <span className={classes.count}>{row.count.toLocaleString()}</span>
        </div>
      </div>
      <div role="gridcell" aria-colindex={2} className={classes.barCell} />
    </div>
  )
})

export function assigneesOf({ people }: Directory, task: ScheduledTask) {
  return assigneeIdsOf(task).flatMap(id => people.get(id) ?? [])
}
