import { CalendarDate, Instant } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const Count = Type.Integer({ minimum: 0 })

/** Days are those of UTC, the last 30 with today, oldest first. */
export const Statistics = Type.Object({
  users: Type.Object({ active: Count, archived: Count }),
  tokens: Type.Object({ alive: Count, users: Count }),
  queue: Type.Object({ waiting: Count, failed: Count }),
  days: Type.Array(Type.Object({ day: CalendarDate, newUsers: Count, signIns: Count, failedSignIns: Count })),
  version: Type.String(),
  startedAt: Instant,
  uptimeSeconds: Count,
})
export type Statistics = Static<typeof Statistics>
