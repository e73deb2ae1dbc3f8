import { contract } from '@atrium/core/contract'
import { CalendarDate, Instant, Item, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const Count = Type.Integer({ minimum: 0 })

const SetUpStep = Type.Object({
  name: OneOf('people', 'mail', 'backups', 'provider'),
  isDone: Type.Boolean(),
})
export type SetUpStep = Static<typeof SetUpStep>

/** `days` has the last 30 days in UTC including today, oldest first. */
export const Statistics = Type.Object({
  users: Type.Object({ active: Count, archived: Count }),
  tokens: Type.Object({ alive: Count, users: Count }),
  queue: Type.Object({ waiting: Count, failed: Count }),
  days: Type.Array(Type.Object({ day: CalendarDate, newUsers: Count, signIns: Count, failedSignIns: Count })),
  setUp: Type.Array(SetUpStep, { description: 'What a team needs besides the installation, in order' }),
  version: Type.String(),
  startedAt: Instant,
  uptimeSeconds: Count,
})
export type Statistics = Static<typeof Statistics>

export const getStatistics = contract('getStatistics', 'GET /admin/statistics', {
  tag: 'Statistics',
  summary: 'Get statistics',
  description:
    'Numbers for the administrator dashboard: users, active tokens, the mail queue, which steps of the setup are done, and the last 30 days (UTC) of registrations and sign-ins.',
  access: needs('admin:web', permission('admin.web.access')),
  reply: Item(Statistics),
})
