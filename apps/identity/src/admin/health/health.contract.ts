import { contract } from '@atrium/core/contract'
import { Instant, Item, Nullable, OneOf } from '@atrium/core/schema'
import { ServiceHealth } from '@atrium/jobs/service-health.contract'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const Backup = Type.Object({
  at: Instant,
  bytes: Type.Number(),
  restoredRows: Type.Integer({
    description: 'All of them were there when the backup was restored on trial.',
  }),
})

export const HealthReport = Type.Object({
  version: Type.String(),
  identity: ServiceHealth,
  tasks: Type.Union([ServiceHealth, Type.Null()]),
  /** Why the task service is missing. */
  tasksProblem: Nullable(OneOf('not_configured', 'forbidden', 'unavailable')),
  backups: Type.Object({
    isScheduled: Type.Boolean(),
    lastSuccess: Type.Union([Backup, Type.Null()]),
    error: Nullable(Type.String({ description: 'Why the newest backup failed.' })),
  }),
  diskMinFreeBytes: Type.Number({ description: 'With less than this, the disk counts as full.' }),
})
export type HealthReport = Static<typeof HealthReport>

export const getHealthReport = contract('getHealthReport', 'GET /admin/health-report', {
  tag: 'Statistics',
  summary: 'Get the health of the installation',
  description:
    'Running processes, databases, queues and backups of both services. The part of the task service needs permissions there; without them it is null.',
  access: needs('admin:web', permission('admin.web.access')),
  reply: Item(HealthReport),
})
