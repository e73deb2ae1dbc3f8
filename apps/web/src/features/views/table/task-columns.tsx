import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { fullName } from '@atrium/ui/format'
import { IconBan } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import type { ReactNode } from 'react'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { namesOf, PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { ProjectMark } from '../../../project-mark/project-mark.tsx'
import type { TaskOrder } from '../view/view-state.ts'
import type { CellContext, TableColumn } from './table-column.ts'
import classes from './task-table.module.css'

export const columnNames = [
  'number',
  'title',
  'project',
  'board',
  'column',
  'priority',
  'assignee',
  'cycle',
  'start',
  'due',
  'estimate',
  'tracked',
  'stickers',
  'checklist',
  'subtasks',
  'blocked',
  'comments',
  'votes',
  'creator',
  'created',
  'updated',
  'completed',
] as const
export type ColumnName = (typeof columnNames)[number]

const person = (id: number | null, { directory }: CellContext) => {
  const user = id === null ? undefined : directory.people.get(id)
  return user ? fullName(user) : ''
}

export const personCell = (id: number | null, context: CellContext) => {
  const user = id === null ? undefined : context.directory.people.get(id)
  return user && <Marked mark={<PersonAvatar person={user} size={20} />}>{fullName(user)}</Marked>
}

/** A completed task is no longer held up, whatever still blocks it. */
function isHeldUp({ isBlocked, completedAt }: Task) {
  return isBlocked && completedAt === null
}

function Marked({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.marked}>
      {mark}
      <span className={classes.cut}>{children}</span>
    </span>
  )
}

/** The columns of every table; their titles are `views.columns.<name>`. */
export const taskColumns: Record<ColumnName, TableColumn> = {
  number: {
    name: 'number',
    width: 88,
    order: 'number',
    text: (task, { directory }) => taskKey(task.number, directory.projects.get(task.projectId)?.key),
  },
  title: { name: 'title', width: 260, order: 'title', editor: 'title', text: task => task.title },
  project: {
    name: 'project',
    width: 160,
    order: 'project',
    isGlobal: true,
    text: (task, { directory }) => directory.projects.get(task.projectId)?.name ?? '',
    cell: (task, { directory }) => {
      const project = directory.projects.get(task.projectId)
      return project && <Marked mark={<ProjectMark project={project} size={18} />}>{project.name}</Marked>
    },
  },
  board: {
    name: 'board',
    width: 150,
    order: 'board',
    text: (task, { directory }) => directory.boards.get(task.boardId)?.name ?? '',
  },
  column: {
    name: 'column',
    width: 140,
    order: 'column',
    editor: 'column',
    text: (task, { directory }) => directory.columns.get(task.columnId)?.title ?? '',
    cell: (task, { directory }) => {
      const column = directory.columns.get(task.columnId)
      return (
        column && (
          <Marked mark={<i className={classes.state} data-done={column.isDone || undefined} />}>
            {column.title}
          </Marked>
        )
      )
    },
  },
  priority: {
    name: 'priority',
    width: 120,
    order: 'priority',
    editor: 'priority',
    text: (task, { directory, priorityName }) => {
      const priority = directory.priorities.get(task.priorityId)
      return priority ? priorityName(priority) : ''
    },
    cell: (task, { directory, priorityName }) => {
      const priority = directory.priorities.get(task.priorityId)
      return priority && <Marked mark={<PriorityIcon priority={priority} />}>{priorityName(priority)}</Marked>
    },
  },
  assignee: {
    name: 'assignee',
    width: 170,
    order: 'assignee',
    editor: 'assignee',
    text: (task, { directory }) => namesOf(peopleOn(task, directory)),
    cell: (task, { directory }) => {
      const people = peopleOn(task, directory)
      return (
        people.length > 0 && (
          <Marked mark={<PeopleAvatars people={people} size={22} />}>{namesOf(people)}</Marked>
        )
      )
    },
  },
  cycle: {
    name: 'cycle',
    width: 150,
    editor: 'cycle',
    text: ({ cycleId }, { directory }) =>
      cycleId === null ? '' : (directory.cycles.get(cycleId)?.name ?? ''),
  },
  start: dayColumn('start', 'startDate', task => task.startDate),
  due: {
    ...dayColumn('due', 'dueDate', task => task.dueDate),
    cell: (task, { day, today }) =>
      task.dueDate && (
        <span
          data-overdue={(task.dueDate < today && task.completedAt === null) || undefined}
          className={classes.day}
        >
          {day(task.dueDate)}
        </span>
      ),
  },
  estimate: {
    name: 'estimate',
    width: 100,
    order: 'estimate',
    editor: 'estimate',
    isNumeric: true,
    text: (task, { duration }) => (task.estimateSeconds === null ? '' : duration(task.estimateSeconds)),
  },
  tracked: {
    name: 'tracked',
    width: 116,
    order: 'tracked',
    isNumeric: true,
    text: (task, { duration }) => (task.trackedSeconds === 0 ? '' : duration(task.trackedSeconds)),
  },
  stickers: {
    name: 'stickers',
    width: 180,
    editor: 'stickers',
    text: task => task.stickers.map(({ name }) => name).join(', '),
    cell: task => (
      <span className={classes.stickers}>
        {task.stickers.map(({ id, name, icon, color }) => (
          <span key={id} className={classes.sticker}>
            {icon ?? <i style={{ background: color }} />}
            {name}
          </span>
        ))}
      </span>
    ),
  },
  checklist: {
    name: 'checklist',
    width: 90,
    isNumeric: true,
    text: task => (task.checklistTotal === 0 ? '' : `${task.checklistDone}/${task.checklistTotal}`),
  },
  subtasks: {
    name: 'subtasks',
    width: 100,
    isNumeric: true,
    text: task => (task.subtaskTotal === 0 ? '' : `${task.subtaskDone}/${task.subtaskTotal}`),
  },
  blocked: {
    name: 'blocked',
    width: 110,
    text: (task, { blocked }) => (isHeldUp(task) ? blocked : ''),
    cell: (task, { blocked }) =>
      isHeldUp(task) && (
        <Marked mark={<IconBan size={16} stroke={1.75} color="var(--mantine-color-error)" />}>
          {blocked}
        </Marked>
      ),
  },
  comments: {
    name: 'comments',
    width: 100,
    isNumeric: true,
    text: task => (task.commentCount === 0 ? '' : String(task.commentCount)),
  },
  votes: {
    name: 'votes',
    width: 90,
    order: 'votes',
    isNumeric: true,
    text: task => (task.voteCount === 0 ? '' : String(task.voteCount)),
  },
  creator: {
    name: 'creator',
    width: 170,
    order: 'creator',
    text: (task, context) => person(task.creatorId, context),
    cell: (task, context) => personCell(task.creatorId, context),
  },
  created: instantColumn('created', 'createdAt', task => task.createdAt),
  updated: instantColumn('updated', 'updatedAt', task => task.updatedAt),
  completed: instantColumn('completed', 'completedAt', task => task.completedAt),
}

function peopleOn(task: Task, { people }: CellContext['directory']) {
  return assigneeIdsOf(task).flatMap(id => people.get(id) ?? [])
}

function dayColumn(
  name: 'start' | 'due',
  order: TaskOrder,
  read: (task: Task) => string | null,
): TableColumn {
  return {
    name,
    width: 120,
    order,
    editor: name,
    text: (task, { day }) => {
      const value = read(task)
      return value === null ? '' : day(value)
    },
  }
}

function instantColumn(
  name: 'created' | 'updated' | 'completed',
  order: TaskOrder,
  read: (task: Task) => string | null,
): TableColumn {
  return {
    name,
    width: 130,
    order,
    text: (task, { instant }) => {
      const value = read(task)
      return value === null ? '' : instant(value)
    },
  }
}
