import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconBan, IconCircleCheck, IconClock, IconRepeat } from '@atrium/ui/icons'
import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type MouseEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import { usePriorityName } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { ProjectMark } from '../../../project-mark/project-mark.tsx'
import { daysOf } from '../schedule/task-dates.ts'
import { useCalendar } from './calendar-context.ts'
import { useEdgeDrag, useTaskDrag } from './calendar-drag.ts'
import classes from './calendar-task.module.css'

/** The element that explains to screen readers how tasks are moved by keyboard. */
export const keyHelpId = 'calendar-task-keys'

interface CalendarTaskProps {
  task: ScheduledTask
  /** The days that it is drawn over: a drag starts at the one under the pointer. */
  days: string[]
  /** With a second line. */
  isTall?: boolean
  continuesBefore?: boolean
  continuesAfter?: boolean
  /** Whether its ends can be dragged, which takes a mouse. */
  withEdges?: boolean
  isLifted?: boolean
  tabIndex?: number
  style?: CSSProperties
  onFocus?: () => void
}

/** A task as a chip on its day, or as a bar over several. */
export function CalendarTask(props: CalendarTaskProps) {
  const { task, days, isTall, continuesBefore, continuesAfter, isLifted, tabIndex, style, onFocus } = props
  const { mayWrite, hrefOf, onOpen, today, priorities } = useCalendar()
  const element = useRef<HTMLAnchorElement>(null)
  const isWritable = mayWrite(task.projectId)
  const isDragged = useTaskDrag(element, task, days, isWritable)
  const isOverdue = task.dueDate !== null && task.dueDate < today && task.completedAt === null
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(task)
  }
  const color = priorities.get(task.priorityId)?.color
  return (
    <a
      ref={element}
      href={hrefOf(task.id)}
      className={classes.task}
      data-calendar-task={task.id}
      data-done={task.completedAt ? true : undefined}
      data-overdue={isOverdue || undefined}
      data-dragged={isDragged || undefined}
      data-lifted={isLifted || undefined}
      data-tall={isTall || undefined}
      data-before={continuesBefore || undefined}
      data-after={continuesAfter || undefined}
      draggable={false}
      title={task.title}
      tabIndex={tabIndex}
      style={{ ...style, ...(color && { '--priority': color }) } as CSSProperties}
      aria-describedby={isWritable ? keyHelpId : undefined}
      onClick={open}
      onFocus={onFocus}
    >
      <TaskMarks task={task} isOverdue={isOverdue} />
      <span className={classes.words}>
        <span className={classes.title}>{task.title}</span>
        {isTall && <span className={classes.key}>{taskKey(task.number, task.projectKey)}</span>}
      </span>
      <TaskOwner task={task} />
      <TaskDays task={task} />
      {props.withEdges && isWritable && (
        <>
          {!continuesBefore && <TaskEdge task={task} part="start" />}
          {!continuesAfter && <TaskEdge task={task} part="due" />}
        </>
      )}
    </a>
  )
}

/** Shows the marks of cards: what is done, late, blocked or urgent. */
function TaskMarks({ task, isOverdue }: { task: ScheduledTask; isOverdue: boolean }) {
  const { t } = useTranslation()
  const { priorities } = useCalendar()
  const nameOf = usePriorityName()
  const priority = priorities.get(task.priorityId)
  const isDone = task.completedAt !== null
  const size = 14
  return (
    <>
      {isDone && <IconCircleCheck size={size} stroke={1.75} className={classes.good} aria-hidden />}
      {isOverdue && <IconClock size={size} stroke={1.75} className={classes.late} aria-hidden />}
      {task.isBlocked && !isDone && (
        <IconBan size={size} stroke={1.75} className={classes.late} aria-hidden />
      )}
      {priority && !priority.isDefault && !isDone && <PriorityIcon priority={priority} size={size} />}
      {task.recurrenceId !== null && (
        <IconRepeat size={size} stroke={1.75} className={classes.quiet} aria-hidden />
      )}
      <VisuallyHidden>
        {[
          isDone && t('calendar.task.done'),
          isOverdue && t('calendar.task.overdue'),
          task.isBlocked && !isDone && t('calendar.task.blocked'),
          priority && !priority.isDefault && t('boards.card.priority', { name: nameOf(priority) }),
          task.recurrenceId !== null && t('boards.card.repeats'),
        ]
          .filter(Boolean)
          .map(word => `${word}. `)
          .join('')}
      </VisuallyHidden>
    </>
  )
}

/** The assignees; where tasks of several projects are shown, the project. */
function TaskOwner({ task }: { task: ScheduledTask }) {
  const { projectId, directory } = useCalendar()
  if (projectId === undefined) {
    const project = directory.projects.get(task.projectId)
    return project && <ProjectMark project={project} size={16} />
  }
  const people = assigneeIdsOf(task).flatMap(id => directory.people.get(id) ?? [])
  return (
    people.length > 0 && (
      <span className={classes.owner}>
        <PeopleAvatars people={people} size={18} />
      </span>
    )
  )
}

/** What a bar shows by its length. */
function TaskDays({ task }: { task: ScheduledTask }) {
  const { t } = useTranslation()
  const { formats } = useCalendar()
  const days = daysOf(task)
  if (!days || days.from === days.to) return null
  return (
    <VisuallyHidden>
      {t('calendar.task.days', { from: formats.dayOfMonth(days.from), to: formats.dayOfMonth(days.to) })}
    </VisuallyHidden>
  )
}

function TaskEdge({ task, part }: { task: ScheduledTask; part: 'start' | 'due' }) {
  const element = useRef<HTMLElement>(null)
  useEdgeDrag(element as RefObject<HTMLElement | null>, task, part)
  return <i ref={element} className={classes.edge} data-edge={part} aria-hidden="true" />
}
