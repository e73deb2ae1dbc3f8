import { Instant, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const Count = Type.Integer({ minimum: 0 })

/** What a process writes about itself; null where it has nothing to say. */
export const InstanceState = Type.Object({
  streams: Nullable(Count),
  lagSeconds: Nullable(
    Type.Number({ description: 'From a commit to its live update, on average over the last half minute.' }),
  ),
  connections: Type.Object({ inUse: Count, max: Count, waiting: Count }),
  cleanedAt: Nullable(Instant),
  diskFreeBytes: Nullable(Type.Number()),
})
export type InstanceState = Static<typeof InstanceState>

export const Instance = Type.Object({
  instance: Type.String(),
  version: Type.String(),
  host: Type.String(),
  worker: Nullable(Type.Integer()),
  startedAt: Instant,
  seenAt: Instant,
  isAlive: Type.Boolean({ description: 'Whether it was seen within the last two minutes.' }),
  state: InstanceState,
})
export type Instance = Static<typeof Instance>

const Queue = Type.Object({ waiting: Count, running: Count, failed: Count, oldestSeconds: Type.Number() })

/** What is deleted after some days. */
const Retention = Type.Object({
  what: OneOf('audit', 'signIns', 'trash', 'activity', 'notifications', 'readNotifications', 'invitations'),
  days: Nullable(Type.Integer({ description: 'null: kept for ever' })),
})
export type Retention = Static<typeof Retention>

/** The same for both services. */
export const ServiceHealth = Type.Object({
  instances: Type.Array(Instance),
  database: Type.Object({
    version: Type.String(),
    bytes: Type.Number(),
    connections: Count,
    maxConnections: Count,
  }),
  emails: Queue,
  jobs: Queue,
  /** Missing while a service of the previous release still runs. */
  retention: Type.Optional(Type.Array(Retention)),
})
export type ServiceHealth = Static<typeof ServiceHealth>
