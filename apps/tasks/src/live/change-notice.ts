import type { Bus } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { UserSummary } from '#administration/user.contract.ts'
import type { PresenceAtTask } from './live.contract.ts'

const BATCH_MS = 10
/** A NOTIFY payload has at most 8,000 bytes, including what encloses the notice. */
const MAX_BYTES = 7500

/**
 * What a commit changed, as ids only; instances with streams for them load the rest. A task that `mayHaveMoved` was not locked
 * by the transaction, so it can be on another board by now.
 */
export interface ChangeNotice {
  /** Users who have new notifications. */
  users: number[]
  changes: { id: number; projectId: number; boards: number[]; mayHaveMoved?: boolean }[]
  /** Users whose projects, boards or stars have changed. */
  navigation?: number[]
  /** Users whose plan has changed. */
  plans?: number[]
  /** Users who have changed their inbox, or to whom something snoozed has come back. */
  inbox?: number[]
  /** When the oldest of these commits ended, in milliseconds. */
  at?: number
}

/** What instances send each other about streams. */
export type LiveBusMessage =
  /** The name that 0.2 knows: both releases run side by side during an upgrade. */
  | ({ name: 'news' } & ChangeNotice)
  /** A user left a project. */
  | { name: 'end'; member: { userId: number; projectId: number } }
  /** Instances of 0.2 leave out the project. */
  | { name: 'viewers'; instance: string; boardId: number; projectId?: number; users: UserSummary[] }
  | ({ name: 'at-task'; projectId: number; boardId: number } & PresenceAtTask)

export type PublishNotice = (notice: ChangeNotice) => void

/** Batches commits of the last few milliseconds: a NOTIFY for each would slow down every write. */
export function createNoticePublisher(bus: Bus, log: FastifyBaseLogger, now: () => Date): PublishNotice {
  let users = new Set<number>()
  let changes: ChangeNotice['changes'] = []
  let navigation = new Set<number>()
  let plans = new Set<number>()
  let inbox = new Set<number>()
  let isScheduled = false
  let oldestAt = 0

  function flush() {
    isScheduled = false
    const batch = {
      users: [...users],
      changes,
      navigation: [...navigation],
      plans: [...plans],
      inbox: [...inbox],
      at: oldestAt,
    }
    users = new Set()
    changes = []
    navigation = new Set()
    plans = new Set()
    inbox = new Set()
    const notices = bus.hasTopics() ? splitByTopic(batch) : [{ notice: batch }]
    for (const { notice, topic } of notices) {
      for (const part of splitByBytes(notice)) publish({ name: 'news', ...part }, topic)
    }
  }

  function publish(message: LiveBusMessage, topic: string | undefined) {
    bus
      .publish(message, topic)
      .catch(error => log.error({ err: error }, 'a change notice could not be published'))
  }

  return notice => {
    for (const user of notice.users) users.add(user)
    for (const user of notice.navigation ?? []) navigation.add(user)
    for (const user of notice.plans ?? []) plans.add(user)
    for (const user of notice.inbox ?? []) inbox.add(user)
    changes.push(...notice.changes)
    const isEmpty = [users, navigation, plans, inbox].every(({ size }) => size === 0) && changes.length === 0
    if (isScheduled || isEmpty) return
    oldestAt = now().getTime()
    setTimeout(flush, BATCH_MS)
    isScheduled = true
  }
}

export function topicOfUser(id: number) {
  return `user ${id}`
}

export function topicOfProject(id: number) {
  return `project ${id}`
}

interface NoticeWithTopic {
  notice: Required<ChangeNotice>
  topic?: string
}

/** A task that may have moved can be in another project by now, so its change concerns every instance. */
function splitByTopic(notice: Required<ChangeNotice>): NoticeWithTopic[] {
  const { users, changes, navigation, plans, inbox, at } = notice
  const empty = { users: [], changes: [], navigation: [], plans: [], inbox: [], at }
  const unsettled = changes.filter(({ mayHaveMoved }) => mayHaveMoved)
  const settled = changes.filter(({ mayHaveMoved }) => !mayHaveMoved)
  const ofProjects = Map.groupBy(settled, ({ projectId }) => projectId)
  return [
    ...(unsettled.length > 0 ? [{ notice: { ...empty, changes: unsettled } }] : []),
    ...[...ofProjects].map(([projectId, changes]) => ({
      notice: { ...empty, changes },
      topic: topicOfProject(projectId),
    })),
    ...[...new Set([...users, ...navigation, ...plans, ...inbox])].map(id => ({
      notice: {
        ...empty,
        users: users.filter(user => user === id),
        navigation: navigation.filter(user => user === id),
        plans: plans.filter(user => user === id),
        inbox: inbox.filter(user => user === id),
      },
      topic: topicOfUser(id),
    })),
  ]
}

/** In order, and each part small enough for a message. */
function splitByBytes(notice: Required<ChangeNotice>): Required<ChangeNotice>[] {
  const { users, changes, navigation, plans, inbox, at } = notice
  const lists = [users, changes, navigation, plans, inbox]
  const longest = Math.max(...lists.map(({ length }) => length))
  if (longest <= 1 || JSON.stringify(notice).length <= MAX_BYTES) return [notice]
  const half = Math.ceil(longest / 2)
  const part = (from: number, to?: number) => ({
    users: users.slice(from, to),
    changes: changes.slice(from, to),
    navigation: navigation.slice(from, to),
    plans: plans.slice(from, to),
    inbox: inbox.slice(from, to),
    at,
  })
  return [part(0, half), part(half)].flatMap(splitByBytes)
}

/** Ends the member's streams of the project on every instance. */
export function endMemberStreams(bus: Bus, member: { userId: number; projectId: number }) {
  const message: LiveBusMessage = { name: 'end', member }
  return bus.publish(message, topicOfUser(member.userId))
}
