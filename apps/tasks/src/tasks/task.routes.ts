import { pageOf } from '@atrium/core/paging'
import { JsonText } from '@atrium/http/routes/replies'
import type { Deps } from '#deps.ts'
import { listActivity } from '#projects/activity.queries.ts'
import type { Route } from '#route.ts'
import { createTask } from './create.commands.ts'
import * as commands from './task.commands.ts'
import * as contracts from './task.contract.ts'
import { anyTaskRecord, taskRecord, taskToRead } from './task.queries.ts'
import * as lists from './task-list.queries.ts'
import * as trash from './trash.commands.ts'

export function taskRoutes(route: Route, deps: Deps) {
  const { db, replica } = deps

  route(contracts.listTasks, {}, ({ actor, query }) =>
    replica.read(db => lists.listTasks(db, actor, query, deps.now())),
  )

  route(contracts.createTask, { onlyReadsFirst: true }, async ({ actor, body }) => ({
    item: await createTask(deps, actor, body),
  }))

  route(contracts.getTask, { record: taskToRead }, ({ subject }) => new JsonText(`{"item":${subject.text}}`))

  route(contracts.updateTask, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateTask(deps, actor, params.id, body),
  }))

  route(
    contracts.moveTask,
    { record: anyTaskRecord, onlyReadsFirst: true },
    async ({ actor, params, body }) => ({
      item: await commands.moveTask(deps, actor, params.id, body),
    }),
  )

  route(contracts.assignTask, { record: anyTaskRecord }, async ({ actor, params, body }) => ({
    item: await commands.assignTask(deps, actor, params.id, body),
  }))

  route(contracts.deleteTask, { record: taskRecord }, async ({ actor, params }) => {
    await trash.deleteTask(deps, actor, params.id)
    return { message: 'Task moved to the trash' }
  })

  route(contracts.restoreTask, { record: anyTaskRecord }, async ({ actor, params }) => ({
    item: await trash.restoreTask(deps, actor, params.id),
  }))

  route(contracts.deleteTaskPermanently, { record: anyTaskRecord }, async ({ actor, params }) => {
    await trash.deleteTaskPermanently(deps, actor, params.id)
    return { message: 'Task permanently deleted' }
  })

  route(contracts.listTaskActivity, { record: taskRecord }, ({ params, query }) =>
    listActivity(db, { taskId: params.id }, pageOf(query)),
  )
}
