import { pageOf } from '@atrium/core/paging'
import { IdParams, List, ListQuery } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { Activity } from '#projects/activity.contract.ts'
import { listActivity } from '#projects/activity.queries.ts'
import { findTaskPlace } from './task-place.queries.ts'

export function taskActivityRoutes(app: App, { db }: Deps) {
  app.get(
    '/task/:id/activity',
    {
      config: {
        access: inProject('project.read', 'Task', (userId, id) => findTaskPlace(db, userId, id)),
      },
      schema: {
        tags: ['Activity'],
        summary: 'List the activity of a task',
        description: 'What happened to the task, newest first, with the values before and after.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: List(Activity) },
      },
    },
    async ({ params, query }) => listActivity(db, { taskId: params.id }, pageOf(query)),
  )
}
