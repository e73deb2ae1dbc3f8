import { pageOf } from '@atrium/core/paging'
import { JsonText } from '@atrium/http/routes/replies'
import type { Deps } from '#deps.ts'
import { listActivity } from '#projects/activity.queries.ts'
import type { Route } from '#route.ts'
import { createTaskInBatches } from './create.commands.ts'
import { moveTaskInBatches } from './move.commands.ts'
import * as commands from './task.commands.ts'
import {
  assignTask,
  createTask,
  deleteTask,
  deleteTaskPermanently,
  getTask,
  listTaskActivity,
  listTasks,
  moveTask,
  restoreTask,
  updateTask,
} from './task.contract.ts'
import { anyTaskPlace, taskPlace, taskToRead } from './task.queries.ts'
import * as lists from './task-list.queries.ts'
import * as trash from './trash.commands.ts'

export function taskRoutes(route: Route, deps: Deps) {
  const { db, replica } = deps
  const createInBatches = createTaskInBatches(deps)
  const moveInBatches = moveTaskInBatches(deps)

  route(listTasks, {}, ({ actor, query }) =>
    replica.read(db => lists.listTasks(db, actor, query, deps.now())),
  )

  route(createTask, {}, async ({ actor, body }) => ({
    item: await createInBatches(actor, body),
  }))

  route(getTask, { place: taskToRead }, ({ subject }) => new JsonText(`{"item":${subject.text}}`))

  route(updateTask, { place: taskPlace }, async ({ actor, params, body }) => ({
    item: await commands.updateTask(deps, actor, params.id, body),
  }))

  route(moveTask, { place: anyTaskPlace }, async ({ actor, params, body }) => ({
    item: await moveInBatches(actor, params.id, body),
  }))

  route(assignTask, { place: anyTaskPlace }, async ({ actor, params, body }) => ({
    item: await commands.assignTask(deps, actor, params.id, body),
  }))

  route(deleteTask, { place: taskPlace }, async ({ actor, params }) => {
    await trash.deleteTask(deps, actor, params.id)
    return { message: 'Task moved to the trash' }
  })

  route(restoreTask, { place: anyTaskPlace }, async ({ actor, params }) => ({
    item: await trash.restoreTask(deps, actor, params.id),
  }))

  route(deleteTaskPermanently, { place: anyTaskPlace }, async ({ actor, params }) => {
    await trash.deleteTaskPermanently(deps, actor, params.id)
    return { message: 'Task permanently deleted' }
  })

  route(listTaskActivity, { place: taskPlace }, ({ params, query }) =>
    listActivity(db, { taskId: params.id }, pageOf(query)),
  )
}
