import type { App } from '@atrium/http/create-app'
import { ListQuery, pageOf } from '@atrium/http/pagination'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { anyToken, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeTaskPriority, createTaskPriority, removeTaskPriority } from './change-task-priority.ts'
import { listTaskPriorities } from './task-priority.queries.ts'
import { NewTaskPriority, TaskPriority, TaskPriorityChanges } from './task-priority.schema.ts'

export function taskPriorityRoutes(app: App, deps: Deps) {
  const writes = { config: { access: permission('priorities.manage') } }
  const tags = ['Task priorities']

  app.get(
    '/task-priority',
    {
      config: { access: anyToken },
      schema: { tags, querystring: ListQuery, response: { 200: List(TaskPriority) } },
    },
    async ({ query }) => listTaskPriorities(deps.db, pageOf(query)),
  )

  app.post(
    '/task-priority',
    { ...writes, schema: { tags, body: NewTaskPriority, response: { 200: Item(TaskPriority) } } },
    async ({ body }) => ({ item: await createTaskPriority(deps, body) }),
  )

  app.put(
    '/task-priority/:id',
    {
      ...writes,
      schema: { tags, params: IdParams, body: TaskPriorityChanges, response: { 200: Item(TaskPriority) } },
    },
    async ({ params, body }) => ({ item: await changeTaskPriority(deps, params.id, body) }),
  )

  app.delete(
    '/task-priority/:id',
    { ...writes, schema: { tags, params: IdParams, response: { 200: Message } } },
    async ({ params }) => {
      await removeTaskPriority(deps, params.id)
      return { message: 'The priority was deleted' }
    },
  )
}
