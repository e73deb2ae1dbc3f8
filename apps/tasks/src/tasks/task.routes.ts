import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, anyToken, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { assignTask } from './assign-task.ts'
import { changeTask } from './change-task.ts'
import { createTask } from './create-task.ts'
import { deleteTask } from './delete-task.ts'
import { listTasks } from './list-tasks.ts'
import { moveTask } from './move-task.ts'
import { removeTask } from './remove-task.ts'
import { restoreTask } from './restore-task.ts'
import { NewTask, Task, TaskAssignment, TaskChanges, TaskFilters, TaskMove } from './task.contract.ts'
import { getTask } from './task.queries.ts'
import { findAnyTaskPlace, findTaskPlace } from './task-place.queries.ts'

const tags = ['Tasks']

export function taskRoutes(app: App, deps: Deps) {
  const { db } = deps
  const taskPlace = (userId: number, id: number) => findTaskPlace(db, userId, id)
  const anyTaskPlace = (userId: number, id: number) => findAnyTaskPlace(db, userId, id)
  const write = inProject('task.write', 'Task', taskPlace)
  const writeAny = inProject('task.write', 'Task', anyTaskPlace)

  app.get(
    '/task',
    {
      config: { access: anyToken, refuses: [403, 404] },
      schema: {
        tags,
        summary: 'List tasks',
        description:
          'Tasks of all your projects, in any combination of filters. Several IDs separated by commas match any of them. Deleted tasks are listed only with `deleted=true` or `deleted=all`: those you deleted yourself, and to managers all of them.',
        querystring: TaskFilters,
        response: { 200: List(Task) },
      },
    },
    async request => listTasks(deps, actorOf(request), request.query),
  )

  app.post(
    '/task',
    {
      config: { access: anyToken, refuses: [404, 410] },
      schema: {
        tags,
        summary: 'Create a task',
        description:
          'Only `title` is required. Without `columnId`, the task goes to the first column of `boardId`, or of the first board of `projectId`; without those, to the first column of your personal board. 409 if the column has reached its WIP limit, unless `force` is `true`.',
        body: NewTask,
        response: { 200: Item(Task) },
      },
    },
    async request => ({ item: await createTask(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/task/:id',
    {
      config: { access: inProject('project.read', 'Task', taskPlace) },
      schema: {
        tags,
        summary: 'Get a task',
        description: 'Returns the task with its stickers and counts. A deleted task is 410.',
        params: IdParams,
        response: { 200: Item(Task) },
      },
    },
    async ({ params }) => ({ item: await getTask(db, params.id) }),
  )

  app.put(
    '/task/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a task',
        description:
          'Changes the given fields; `null` clears one. With `version`, a field that someone else has changed since is 409 with the current task in `details`; other fields are merged.',
        params: IdParams,
        body: TaskChanges,
        response: { 200: Item(Task) },
      },
    },
    async request => ({ item: await changeTask(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/task/:id/move-to-column',
    {
      config: { access: writeAny },
      schema: {
        tags,
        summary: 'Move a task',
        description:
          'Names the column and, optionally, the neighbors to place the task between; without them it goes to the end. Positions are computed by the server. 409 if the column has reached its WIP limit, unless `force` is `true`. A deleted task stays deleted and comes back there when it is restored.',
        params: IdParams,
        body: TaskMove,
        response: { 200: Item(Task) },
      },
    },
    async request => ({ item: await moveTask(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/task/:id/assign',
    {
      config: { access: writeAny },
      schema: {
        tags,
        summary: 'Assign a task',
        description:
          'The assignee must be a member of the project who can edit tasks, not a viewer (422). `null` unassigns. Works on deleted tasks, too.',
        params: IdParams,
        body: TaskAssignment,
        response: { 200: Item(Task) },
      },
    },
    async request => {
      const { assigneeId } = request.body
      return { item: await assignTask(deps, actorOf(request), request.params.id, assigneeId) }
    },
  )

  app.delete(
    '/task/:id',
    {
      config: { access: writeAny },
      schema: {
        tags,
        summary: 'Delete a task',
        description: 'Moves the task to the trash, where it stays for 30 days.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await deleteTask(deps, actorOf(request), request.params.id)
      return { message: 'The task is in the trash' }
    },
  )

  app.post(
    '/task/:id/restore',
    {
      config: { access: writeAny },
      schema: {
        tags,
        summary: 'Restore a task',
        description:
          'Brings a deleted task back to its column, or to the first column of the board if that one is gone. Members restore what they created or deleted themselves, managers any task.',
        params: IdParams,
        response: { 200: Item(Task) },
      },
    },
    async request => ({ item: await restoreTask(deps, actorOf(request), request.params.id) }),
  )

  app.delete(
    '/task/:id/hard',
    {
      config: { access: inProject('task.hard_delete', 'Task', anyTaskPlace) },
      schema: {
        tags,
        summary: 'Delete a task permanently',
        description:
          'Removes the task with its comments, attachments and tracked time. This cannot be undone.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeTask(deps, actorOf(request), request.params.id)
      return { message: 'The task is removed for good' }
    },
  )
}
