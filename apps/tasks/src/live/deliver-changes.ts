import { createDistribution, observe } from '@atrium/core/measure'
import type { FastifyBaseLogger } from 'fastify'
import { isWithinToken } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { ChangeNotice } from './change-notice.ts'
import {
  changeFrame,
  type Frame,
  inboxFrame,
  navigationFrame,
  notificationFrame,
  planFrame,
  resyncFrame,
} from './frames.ts'
import { listChanges, listNotificationsAfter } from './replay.queries.ts'
import { skipNotification } from './stream.ts'
import type { StreamRegistry } from './stream-registry.ts'

const BYTES_PER_TURN = 64 * 1024
const LAG_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

interface DeliveryOptions {
  db: Database
  streams: StreamRegistry
  log: FastifyBaseLogger
  now: () => Date
}

/**
 * Loads new events and puts them into the streams' queues, without waiting for any stream. One read runs at a time, which
 * keeps events in commit order; a notice that arrives during a read is handled by the next one, so a burst takes few statements.
 */
export function createDelivery({ db, streams, log, now }: DeliveryOptions) {
  const lags = createDistribution(LAG_SECONDS)
  let users = new Set<number>()
  let changes: ChangeNotice['changes'] = []
  let oldestAt: number | undefined
  let isReading = false

  const hasChanges = () => users.size > 0 || changes.length > 0

  async function read() {
    isReading = true
    while (hasChanges()) {
      const next = { users: [...users], changes, oldestAt }
      users = new Set()
      changes = []
      oldestAt = undefined
      await deliverNotifications(db, streams, next.users).catch(error =>
        // They are read again with the users' next notification.
        log.error({ err: error }, 'notifications could not be read for the event streams'),
      )
      await deliverChanges(db, streams, next.changes).catch(error => {
        log.error({ err: error }, 'changes could not be read for the event streams')
        for (const stream of followersOf(streams, next.changes)) stream.enqueue(resyncFrame)
      })
      if (next.oldestAt !== undefined) observe(lags, Math.max(0, now().getTime() - next.oldestAt) / 1000)
    }
    isReading = false
  }

  function deliver(notice: ChangeNotice) {
    for (const user of notice.users) if (streams.ofUser(user).size > 0) users.add(user)
    announce(streams, navigationFrame, notice.navigation)
    announce(streams, planFrame, notice.plans)
    announce(streams, inboxFrame, notice.inbox)
    changes.push(
      ...notice.changes.filter(change => change.mayHaveMoved || followersOf(streams, [change]).length > 0),
    )
    if (hasChanges()) oldestAt ??= notice.at
    if (!isReading) void read()
  }

  /** `lags`: from the commit, by the clock of its instance, until the event is in the queues of the streams. */
  return { deliver, lags }
}

/** Clients that ask for nothing but notifications do not know these events. */
function announce(streams: StreamRegistry, frame: Frame, userIds: number[] = []) {
  const open = userIds.flatMap(userId => [...streams.ofUser(userId)])
  for (const stream of open.filter(({ hasTopics }) => hasTopics)) stream.enqueue(frame)
}

async function deliverNotifications(db: Database, streams: StreamRegistry, userIds: number[]) {
  const readers = userIds.flatMap(userId => {
    const own = [...streams.ofUser(userId)]
    for (const stream of own) if (!stream.isLive) stream.hasMissedChanges = true
    const cursors = own.filter(({ isLive }) => isLive).map(({ queuedNotificationId }) => queuedNotificationId)
    return cursors.length > 0 ? [{ userId, after: Math.min(...cursors) }] : []
  })
  if (readers.length === 0) return
  const pause = createPacing()
  for (const row of await listNotificationsAfter(db, readers)) {
    const frame = notificationFrame(row)
    for (const stream of streams.ofUser(row.userId)) {
      if (!stream.isLive) continue
      if (isWithinToken(stream.actor, row.projectId)) stream.enqueue(frame)
      else skipNotification(stream, row.id)
    }
    await pause(frame)
  }
}

async function deliverChanges(db: Database, streams: StreamRegistry, changes: ChangeNotice['changes']) {
  if (changes.length === 0) return
  const ids = changes.map(({ id }) => id)
  const boards = new Map(changes.map(({ id, boards }) => [id, boards]))
  const pause = createPacing()
  for (const row of await listChanges(db, ids)) {
    const frame = changeFrame(row)
    const concerned = [...(boards.get(row.id) ?? []), ...(row.boardId === null ? [] : [row.boardId])]
    for (const stream of streams.ofChange(row.projectId, concerned)) stream.enqueue(frame)
    await pause(frame)
  }
}

/** Yields to the event loop, which drains the sockets: a large burst would overflow every queue otherwise. */
function createPacing() {
  let bytes = 0
  return async (frame: Frame) => {
    bytes += frame.bytes
    if (bytes < BYTES_PER_TURN) return
    bytes = 0
    await new Promise(setImmediate)
  }
}

function followersOf(streams: StreamRegistry, changes: ChangeNotice['changes']) {
  return changes.flatMap(({ projectId, boards }) => [...streams.ofChange(projectId, boards)])
}
