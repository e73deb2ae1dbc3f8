import type { Replica } from '@atrium/database/replica'
import type { Bus } from '@atrium/events/bus'
import type { SharedLimits } from '@atrium/events/redis'
import type { NoticeReader } from '@atrium/http/app/notices'
import type { Outbound } from '@atrium/outbound/outbound'
import type { Storage } from '@atrium/storage/storage'
import type { Announcements } from '@atrium/token-check/announcements'
import type { TokenCheck } from '@atrium/token-check/verify-access-token'
import type { FastifyBaseLogger } from 'fastify'
import type { ActorCache } from '#administration/actor-cache.ts'
import type { BoardCache } from '#boards/full-board.queries.ts'
import type { PublishNotice } from '#live/change-notice.ts'
import type { StreamHub } from '#live/stream-hub.ts'
import type { Consumer } from '#projects/activity.queries.ts'
import type { AbsentUsers } from '#sign-in/absent-users.ts'
import type { AgentCache } from '#sign-in/agent-cache.ts'
import type { IdentityClient } from '#sign-in/identity-client.ts'
import type { SessionRefresh } from '#sign-in/session-refresh.ts'
import type { TaskCache } from '#tasks/task-cache.ts'
import type { Database, DB } from './database.ts'
import type { Subscriber } from './events.ts'
import type { Settings } from './settings.ts'

export interface Deps {
  settings: Settings
  log: FastifyBaseLogger
  db: Database
  /** For lists and reports; it may be the database itself. */
  replica: Replica<DB>
  subscribers: Subscriber[]
  consumers: Consumer[]
  identity: IdentityClient
  sessionRefresh: SessionRefresh
  tokenCheck: TokenCheck
  /** What the identity service announces about tokens. */
  announcements: Announcements
  actorCache: ActorCache
  agentCache: AgentCache
  absentUsers: AbsentUsers
  boardCache: BoardCache
  taskCache: TaskCache
  storage: Storage
  outbound: Outbound
  /** Maintenance mode and the banner, as this process knows them from the identity service. */
  notices: NoticeReader
  bus: Bus
  /** Carries changes of rights and ended sessions. */
  rightsBus: Bus
  sharedLimits: SharedLimits | undefined
  streams: StreamHub
  publishNotice: PublishNotice
  now: () => Date
  close: () => Promise<void>
}
