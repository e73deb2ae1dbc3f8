import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { anyToken, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeTaskPriority, createTaskPriority, removeTaskPriority } from './change-task-priority.ts'
import {
  NewTaskPriority,
  TaskPriority,
  TaskPriorityChanges,
  TaskPriorityListQuery,
} from './task-priority.contract.ts'
import { listTaskPriorities } from './task-priority.queries.ts'

export function taskPriorityRoutes(app: App, deps: Deps) {
  const writes = { config: { access: permission('priorities.manage') } }
  const tags = ['Task priorities']

  app.get(
    '/task-priority',
    {
      config: { access: anyToken },
      schema: {
        tags,
        summary: 'List priorities',
        description: 'The priorities of tasks, lowest first.',
        querystring: TaskPriorityListQuery,
        response: { 200: List(TaskPriority) },
      },
    },
    async ({ query }) => listTaskPriorities(deps.db, query),
  )

  app.post(
    '/task-priority',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Create a priority',
        description: 'Priorities are sorted by `level`. A new default replaces the old one.',
        body: NewTaskPriority,
        response: { 200: Item(TaskPriority) },
      },
    },
    async ({ body }) => ({ item: await createTaskPriority(deps, body) }),
  )

  app.put(
    '/task-priority/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Update a priority',
        description:
          'Changes the given fields. The default can only be changed by making another priority the default (409).',
        params: IdParams,
        body: TaskPriorityChanges,
        response: { 200: Item(TaskPriority) },
      },
    },
    async ({ params, body }) => ({ item: await changeTaskPriority(deps, params.id, body) }),
  )

  app.delete(
    '/task-priority/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Delete a priority',
        description: 'A priority that tasks still have, or that is the default, cannot be deleted (409).',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async ({ params }) => {
      await removeTaskPriority(deps, params.id)
      return { message: 'The priority was deleted' }
    },
  )
}
