import { contract } from '@atrium/core/contract'
import { Item } from '@atrium/core/schema'
import { ServiceHealth } from '@atrium/jobs/service-health.contract'
import { permission, withScope } from '#access.contract.ts'

export const getHealthReport = contract('getHealthReport', 'GET /health-report', {
  tag: 'Operations',
  summary: 'Get the health of the service',
  description: 'Its running processes, database and queue. The identity service shows it at /admin/health.',
  access: withScope('tasks:manage', permission('rbac.permissions.manage')),
  reply: Item(ServiceHealth),
})
