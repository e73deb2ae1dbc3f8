import type { Bus } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { UserSummary } from '#administration/user.contract.ts'

const GATHER_MS = 10
/** PostgreSQL carries at most 8,000 bytes in a message. */
const MOST_IN_A_MESSAGE = 100

/** What there is to deliver after a commit: ids only, an instance with readers for them looks them up. */
export interface News {
  /** Users who have new notifications. */
  users: number[]
  changes: { id: number; projectId: number; boards: number[] }[]
}

/** What instances send each other about their streams. */
export type LiveBusMessage =
  | ({ name: 'news' } & News)
  /** A membership that streams depend on has ended. */
  | { name: 'end'; member: { userId: number; projectId: number } }
  | { name: 'viewers'; instance: string; boardId: number; users: UserSummary[] }

export type PublishNews = (news: News) => void

/** One message for everything that was committed within a moment: a NOTIFY for each would slow every write. */
export function createNewsPublisher(bus: Bus, log: FastifyBaseLogger): PublishNews {
  let users = new Set<number>()
  let changes: News['changes'] = []
  let isGathering = false

  function flush() {
    isGathering = false
    const gathered = { users: [...users], changes }
    users = new Set()
    changes = []
    for (let at = 0; at < Math.max(gathered.users.length, gathered.changes.length); at += MOST_IN_A_MESSAGE) {
      const message: LiveBusMessage = {
        name: 'news',
        users: gathered.users.slice(at, at + MOST_IN_A_MESSAGE),
        changes: gathered.changes.slice(at, at + MOST_IN_A_MESSAGE),
      }
      bus.publish(message).catch(error => log.error({ err: error }, 'news could not be published'))
    }
  }

  return news => {
    for (const user of news.users) users.add(user)
    changes.push(...news.changes)
    if (isGathering || (users.size === 0 && changes.length === 0)) return
    setTimeout(flush, GATHER_MS)
    isGathering = true
  }
}

/** Ends what a removed member follows there, on every instance. */
export function endMemberStreams(bus: Bus, member: { userId: number; projectId: number }) {
  const message: LiveBusMessage = { name: 'end', member }
  return bus.publish(message)
}
