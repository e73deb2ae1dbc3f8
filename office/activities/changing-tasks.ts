import { changeTasks, undoBulkChange } from '@atrium/tasks/tasks/bulk/bulk.contract'
import {
  createTask,
  deleteTask,
  getTask,
  moveTask,
  restoreTask,
  updateTask,
} from '@atrium/tasks/tasks/task.contract'
import { duplicateTask, moveTaskToProject } from '@atrium/tasks/tasks/transfer/transfer.contract'
import { may } from '../people.ts'
import { type Activity, COLUMN_FULL, type Desk, hasTasks, pickTask, topTasks } from './activity.ts'

const BULK = 6
const MAX_PEOPLE = 4

export const taskActivities: Activity[] = [
  {
    name: 'create a task',
    weight: 14,
    right: 'task.write',
    races: [COLUMN_FULL],
    run: async desk => {
      const { project, person, ledger, random } = desk
      const assignee = random.chance(0.5)
        ? random.pick(project.members.filter(canFollowTasks(desk)))
        : undefined
      const task = await create(desk, { columnId: random.pick(project.columnIds), assigneeId: assignee?.id })
      ledger.share(task)
      if (assignee) ledger.assigned(task.id, [assignee.id])
      if (assignee && assignee !== person) ledger.due.push({ userId: assignee.id, taskId: task.id })
    },
  },
  {
    name: 'create a task by its project',
    weight: 3,
    right: 'task.write',
    run: async desk => desk.ledger.share(await create(desk, { projectId: desk.project.id })),
  },
  {
    name: 'create a sub-task',
    weight: 5,
    right: 'task.write',
    isPossible: desk => topTasks(desk).length > 0,
    races: [COLUMN_FULL],
    run: async desk => {
      const parentId = desk.random.pick(topTasks(desk)).id
      desk.ledger.share(await create(desk, { parentId }))
    },
  },
  {
    name: 'move a task',
    weight: 14,
    right: 'task.write',
    isPossible: hasTasks,
    races: [COLUMN_FULL],
    run: async desk => {
      const { call, project, random, ledger } = desk
      const beside = random.chance(0.5) ? { afterTaskId: pickTask(desk).id } : {}
      const task = pickTask(desk)
      const neighbour = beside.afterTaskId === task.id ? {} : beside
      const body = { columnId: random.pick(project.columnIds), ...neighbour }
      ledger.changed((await call(moveTask, { params: { id: task.id }, body })).item)
    },
  },
  {
    name: 'edit a task',
    weight: 10,
    right: 'task.write',
    isPossible: hasTasks,
    races: ['stale_version'],
    run: async desk => {
      const { call, ledger, office, random, text } = desk
      const params = { id: pickTask(desk).id }
      const { version } = (await call(getTask, { params })).item
      const body = random.pick([
        { description: text('Details') },
        { description: text('Details'), priorityId: random.pick(office.priorityIds) },
        { description: text('Details'), startDate: '2030-01-01', dueDate: '2030-01-31' },
      ])
      ledger.changed((await call(updateTask, { params, body: { ...body, version } })).item)
    },
  },
  {
    name: 'change several tasks',
    weight: 3,
    isPossible: desk => hasTasks(desk) && may(desk.person, desk.project.id, 'project.read'),
    run: async desk => {
      const { call, ledger, office, person, project, random } = desk
      const ids = random.pickSome(ledger.tasksIn(project.id), BULK).map(({ id }) => id)
      const change = random.pick([
        { priorityId: random.pick(office.priorityIds) },
        { columnId: random.pick(project.columnIds) },
        { estimateSeconds: 3600 * (1 + Math.floor(random.next() * 8)) },
        { addStickerIds: [random.pick(project.stickerIds)] },
      ])
      const { item } = await call(changeTasks, { body: { ids, change } })
      const refusals = item.refusals.filter(({ code }) => code !== COLUMN_FULL)
      const refused = may(person, project.id, 'task.write') ? 0 : ids.length
      if (refusals.length !== refused) throw new Error(`${refusals.length} of ${refused} tasks were refused`)
      if (item.id !== null && random.chance(0.2)) await call(undoBulkChange, { params: { id: item.id } })
    },
  },
  {
    name: 'change who is on a task',
    weight: 4,
    right: 'task.write',
    isPossible: hasTasks,
    run: async desk => {
      const { call, ledger, project, random } = desk
      const people = project.members.filter(person => may(person, project.id, 'task.write'))
      const assigneeIds = random.pickSome(people, MAX_PEOPLE).map(({ id }) => id)
      const params = { id: pickTask(desk).id }
      const body = random.chance(0.8) ? { assigneeIds } : { assigneeId: assigneeIds[0] ?? null }
      const { item } = await call(updateTask, { params, body })
      if (item.assigneeId !== (assigneeIds[0] ?? null)) throw new Error('someone else is responsible')
      ledger.changed(item)
      ledger.assigned(item.id, assigneeIds)
    },
  },
  {
    name: 'duplicate a task',
    weight: 1,
    right: 'task.write',
    isPossible: hasTasks,
    races: ['task_just_moved', COLUMN_FULL],
    run: async desk => {
      const title = desk.text('Copy')
      const body = { title, checklist: false, assignee: false }
      const { item } = await desk.call(duplicateTask, { params: { id: pickTask(desk).id }, body })
      desk.ledger.wrote('tasks', title)
      desk.ledger.share(item)
    },
  },
  {
    name: 'throw a draft away',
    weight: 2,
    right: 'task.write',
    run: async desk => {
      const { id } = await create(desk, { projectId: desk.project.id })
      const params = { id }
      await desk.call(deleteTask, { params })
      await desk.call(restoreTask, { params })
      await desk.call(deleteTask, { params })
    },
  },
  {
    name: 'move a task to another project',
    weight: 1,
    isPossible: desk => otherProjects(desk).length > 0,
    run: async desk => {
      const { id } = await create(desk, { projectId: desk.project.id })
      const body = { projectId: desk.random.pick(otherProjects(desk)).id }
      await desk.call(moveTaskToProject, { params: { id }, body })
    },
  },
]

/** People who can be assigned tasks, and whose stream brings the notification. */
function canFollowTasks({ project }: Desk) {
  return (person: Desk['person']) => person.follow !== undefined && may(person, project.id, 'task.write')
}

/** The projects to which the person can move tasks of this one. */
function otherProjects({ office, person, project }: Desk) {
  if (!may(person, project.id, 'task.move_out')) return []
  return office.projects.filter(({ id }) => id !== project.id && may(person, id, 'task.write'))
}

interface Place {
  columnId?: number
  projectId?: number
  parentId?: number
  assigneeId?: number | undefined
}

async function create({ call, ledger, text }: Desk, place: Place) {
  const title = text('Task')
  const { item } = await call(createTask, { body: { title, ...place } })
  ledger.wrote('tasks', title)
  return item
}
