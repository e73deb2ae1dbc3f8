import { offeredLanguages } from '@atrium/core/languages'
import { poolingOf, workerCount } from '@atrium/core/settings'
import { connect, transactionsPerWorker } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import { repairOutbox } from '@atrium/database/outbox/repair'
import { openReplica } from '@atrium/database/replica'
import type { Bus } from '@atrium/events/bus'
import { connectBus } from '@atrium/events/connect-bus'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { openSharedLimits } from '@atrium/events/redis'
import { followNotices } from '@atrium/http/app/notices'
import { prepareJobs } from '@atrium/jobs/jobs'
import { openOutbound } from '@atrium/outbound/outbound'
import { openConfiguredStorage } from '@atrium/storage/open-storage'
import {
  type Announcements,
  createAnnouncements,
  type TokensAnnounced,
} from '@atrium/token-check/announcements'
import { createTokenCheck } from '@atrium/token-check/verify-access-token'
import type { FastifyBaseLogger } from 'fastify'
import { createActorCache } from '#administration/actor-cache.ts'
import { readNotices } from '#administration/notices.ts'
import { createBoardCache } from '#boards/full-board.queries.ts'
import { createNoticePublisher } from '#live/change-notice.ts'
import { createStreamHub } from '#live/stream-hub.ts'
import { outbox } from '#projects/activity.queries.ts'
import { synchroniseGroup, synchroniseGroups } from '#projects/teams/team.commands.ts'
import { createAbsentUsers } from '#sign-in/absent-users.ts'
import { createAgentCache } from '#sign-in/agent-cache.ts'
import { createIdentityClient } from '#sign-in/identity-client.ts'
import { readAbsentUser } from '#sign-in/read-absent-user.ts'
import { actorOfToken } from '#sign-in/session.ts'
import { createSessionRefresh } from '#sign-in/session-refresh.ts'
import { doubtedTokens } from '#sign-in/sign-out.ts'
import { createTaskCache } from '#tasks/task-cache.ts'
import { consumers } from './consumers.ts'
import type { DB } from './database.ts'
import type { Deps } from './deps.ts'
import { directDatabaseUrl, mcpAddress, type Settings } from './settings.ts'
import { subscribers } from './subscribers.ts'

export async function createDeps(settings: Settings, log: FastifyBaseLogger): Promise<Deps> {
  const storage = await openConfiguredStorage(settings)
  const directUrl = directDatabaseUrl(settings)
  await migrate(directUrl, migrations)
  await prepareJobs(directUrl)
  const onError = (error: Error) => log.error({ err: error }, 'a database connection broke')
  const size = transactionsPerWorker(workerCount(settings))
  const db = connect<DB>(settings.TASKS_DATABASE_URL, {
    size,
    ...poolingOf(settings, settings.TASKS_DATABASE_DIRECT_URL),
    onError,
  })
  if (await repairOutbox(db, outbox))
    log.warn('the events come from a restored backup of another server; consumers continue where they were')
  const replica = openReplica<DB>({ primary: db, url: settings.TASKS_DATABASE_REPLICA_URL, size, log })
  // The clock of the service, which tests move.
  const now = () => deps.now()
  const onChannelError = (error: Error) => log.error({ err: error }, 'the event channel broke')
  const sharedLimits = openSharedLimits(settings.EVENTS_URL, onChannelError)
  const bus = await connectBus({
    eventsUrl: settings.EVENTS_URL,
    databaseUrl: directUrl,
    channel: 'atrium_tasks',
    serviceUrl: settings.TASKS_URL,
    onError: onChannelError,
  })
  // Decision 35: revocations are sent with their commit, whichever bus carries change notices.
  const rightsBus = await connectPostgresBus(directUrl, 'atrium_tasks_rights', onChannelError)
  const client = { clientId: settings.TASKS_CLIENT_ID, clientSecret: settings.TASKS_CLIENT_SECRET }
  const announcements = createAnnouncements({
    identityUrl: settings.IDENTITY_INTERNAL_URL,
    client,
    clock: () => performance.now(),
    onChange: error => {
      if (error) log.warn({ err: error }, 'announcements of the identity service are not heard')
      else log.info('announcements of the identity service are heard')
    },
  })
  const sessionBus = joinAnnouncements(rightsBus, announcements)
  // Created before the streams, so that its cache is evicted before they check their sessions.
  const tokenCheck = createTokenCheck({
    issuer: settings.IDENTITY_URL,
    identityUrl: settings.IDENTITY_INTERNAL_URL,
    client,
    resource: settings.TASKS_URL,
    otherResources: [mcpAddress(settings)],
    cacheSeconds: settings.INTROSPECTION_CACHE,
    timeoutMs: settings.IDENTITY_TIMEOUT * 1000,
    bus: sessionBus,
    doubtedBy: doubtedTokens,
    isUpToDate: announcements.isFresh,
    // Tokens expire by the clock of the identity service, which tests of this one do not move.
    now: () => new Date(),
  })
  const streams = createStreamHub({
    db,
    bus,
    rightsBus: sessionBus,
    tokenCheck,
    updateActor: claims => actorOfToken(deps, claims),
    log,
    now,
  })
  const publishNotice = createNoticePublisher(bus, log, now)
  const close = async () => {
    streams.close()
    await announcements.stop()
    await bus.close()
    await rightsBus.close()
    sharedLimits?.disconnect()
    await replica.close()
    await db.destroy()
  }
  const identity = createIdentityClient(settings, now)
  const deps: Deps = {
    settings,
    log,
    db,
    replica,
    consumers: consumers({ settings, now }),
    subscribers: subscribers({
      bus,
      rightsBus,
      publishNotice,
      now: () => deps.now(),
      languages: offeredLanguages(settings),
      product: () => deps.notices.current().branding.name,
    }),
    identity,
    sessionRefresh: createSessionRefresh({
      db,
      identity,
      timeoutMs: settings.IDENTITY_TIMEOUT * 1000,
      now,
    }),
    tokenCheck,
    announcements,
    actorCache: createActorCache(rightsBus),
    agentCache: createAgentCache(rightsBus),
    absentUsers: createAbsentUsers({
      bus: sessionBus,
      isUpToDate: announcements.isFresh,
      read: userId => readAbsentUser(deps, userId),
    }),
    boardCache: createBoardCache(settings.BOARD_CACHE_MB * 1024 * 1024),
    taskCache: createTaskCache(),
    storage,
    outbound: openOutbound(settings),
    notices: followNotices(() => readNotices(settings.IDENTITY_INTERNAL_URL), log),
    bus,
    rightsBus,
    sharedLimits,
    streams,
    publishNotice,
    now: () => new Date(),
    close,
  }
  followGroups(deps)
  return deps
}

/** Teams follow the groups of the identity service before it answers the request that has changed a group. */
function followGroups(deps: Deps) {
  deps.announcements.onMessage(async message => {
    const { groupId } = message as TokensAnnounced
    if (groupId !== undefined) await synchroniseGroup(deps, groupId)
  })
  deps.announcements.onGap(() => synchroniseGroups(deps))
}

/** The messages of our own instances and the announcements of the identity service. Only the former have to be heard. */
function joinAnnouncements(bus: Bus, announcements: Announcements): Bus {
  return {
    ...bus,
    onMessage: listener => {
      bus.onMessage(listener)
      announcements.onMessage(listener)
    },
    onGap: listener => {
      bus.onGap(listener)
      announcements.onGap(listener)
    },
  }
}

export const migrations = new URL('../migrations/', import.meta.url)
