import type { App } from '@atrium/http/create-app'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
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
import { getTask } from './task.queries.ts'
import { NewTask, Task, TaskAssignment, TaskChanges, TaskFilters, TaskMove } from './task.schema.ts'
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
      config: { access: anyToken },
      schema: { tags, querystring: TaskFilters, response: { 200: List(Task) } },
    },
    async request => listTasks(deps, actorOf(request), request.query),
  )

  app.post(
    '/task',
    { config: { access: anyToken }, schema: { tags, body: NewTask, response: { 200: Item(Task) } } },
    async request => ({ item: await createTask(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/task/:id',
    {
      config: { access: inProject('project.read', 'Task', taskPlace) },
      schema: { tags, params: IdParams, response: { 200: Item(Task) } },
    },
    async ({ params }) => ({ item: await getTask(db, params.id) }),
  )

  app.put(
    '/task/:id',
    {
      config: { access: write },
      schema: { tags, params: IdParams, body: TaskChanges, response: { 200: Item(Task) } },
    },
    async request => ({ item: await changeTask(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/task/:id/move-to-column',
    {
      config: { access: write },
      schema: { tags, params: IdParams, body: TaskMove, response: { 200: Item(Task) } },
    },
    async request => ({ item: await moveTask(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.post(
    '/task/:id/assign',
    {
      config: { access: write },
      schema: { tags, params: IdParams, body: TaskAssignment, response: { 200: Item(Task) } },
    },
    async request => {
      const { assigneeId } = request.body
      return { item: await assignTask(deps, actorOf(request), request.params.id, assigneeId) }
    },
  )

  app.delete(
    '/task/:id',
    { config: { access: writeAny }, schema: { tags, params: IdParams, response: { 200: Message } } },
    async request => {
      await deleteTask(deps, actorOf(request), request.params.id)
      return { message: 'The task is in the trash' }
    },
  )

  app.post(
    '/task/:id/restore',
    { config: { access: writeAny }, schema: { tags, params: IdParams, response: { 200: Item(Task) } } },
    async request => ({ item: await restoreTask(deps, actorOf(request), request.params.id) }),
  )

  app.delete(
    '/task/:id/hard',
    {
      config: { access: inProject('task.hard_delete', 'Task', anyTaskPlace) },
      schema: { tags, params: IdParams, response: { 200: Message } },
    },
    async request => {
      await removeTask(deps, actorOf(request), request.params.id)
      return { message: 'The task is removed for good' }
    },
  )
}
