import { Item } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { collectStatistics } from './collect-statistics.ts'
import { Statistics } from './statistics.contract.ts'

export function statisticsRoutes(app: App, deps: Deps, version: string) {
  app.get(
    '/admin/statistics',
    {
      config: { access: needs('admin:web', permission('admin.web.access')) },
      schema: {
        tags: ['Statistics'],
        summary: 'Get statistics',
        description:
          'Numbers for the administrator dashboard: users, active tokens, the mail queue, and the last 30 days (UTC) of registrations and sign-ins.',
        response: { 200: Item(Statistics) },
      },
    },
    async () => ({ item: await collectStatistics(deps, version) }),
  )
}
