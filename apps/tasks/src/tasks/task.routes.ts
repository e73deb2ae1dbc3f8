import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import { JsonText } from '@atrium/http/routes/replies'
import type { Deps } from '#deps.ts'
import { listActivity } from '#projects/activity.queries.ts'
import type { Route } from '#route.ts'
import { createTaskInBatches } from './create.commands.ts'
import { moveTaskInBatches } from './move.commands.ts'
import * as commands from './task.commands.ts'
import * as contracts from './task.contract.ts'
import { anyTaskRecord, taskRecord, taskToRead } from './task.queries.ts'
import * as lists from './task-list.queries.ts'
import * as trash from './trash.commands.ts'

export function taskRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)
  const { db, replica } = deps

  route(contracts.listTasks, {}, ({ actor, query }) =>
    replica.read(db => lists.listTasks(db, actor, query, { now: deps.now(), taskCache: deps.taskCache })),
  )

  const createTask = createTaskInBatches(deps)
  route(contracts.createTask, { onlyReadsFirst: true }, ({ actor, body }) => createTask(actor, body))

  route(contracts.getTask, { record: taskToRead }, ({ subject }) => new JsonText(`{"item":${subject.text}}`))

  route(contracts.updateTask, { record: taskRecord }, item(commands.updateTask))

  const moveTask = moveTaskInBatches(deps)
  route(
    contracts.moveTask,
    { record: anyTaskRecord, onlyReadsFirst: true },
    ({ actor, subject, params, body }) =>
      moveTask(actor, { id: params.id, projectId: subject.projectId }, body),
  )

  route(contracts.assignTask, { record: anyTaskRecord }, item(commands.assignTask))
  route(contracts.deleteTask, { record: taskRecord }, message(trash.deleteTask, 'Task moved to the trash'))
  route(contracts.restoreTask, { record: anyTaskRecord }, item(trash.restoreTask))
  route(
    contracts.deleteTaskPermanently,
    { record: anyTaskRecord },
    message(trash.deleteTaskPermanently, 'Task permanently deleted'),
  )

  route(contracts.listTaskActivity, { record: taskRecord }, ({ params, query }) =>
    listActivity(db, { taskId: params.id }, pageOf(query)),
  )
}
