import type { Bus } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { StreamNews } from './deliver.ts'

const GATHER_MS = 10
/** PostgreSQL carries at most 8,000 bytes in a message. */
const MOST_IN_A_MESSAGE = 100

type News = Pick<StreamNews, 'users' | 'changes'>

export type PublishNews = (news: News) => void

/** One message for all that was committed within a moment: a NOTIFY for each would slow every write. */
export function createNewsPublisher(bus: Bus, log: FastifyBaseLogger): PublishNews {
  let users = new Set<number>()
  let changes: News['changes'] = []
  let isGathering = false

  function flush() {
    isGathering = false
    const gathered = [...users]
    const messages: News[] = []
    for (let at = 0; at < Math.max(gathered.length, changes.length); at += MOST_IN_A_MESSAGE) {
      const to = at + MOST_IN_A_MESSAGE
      messages.push({ users: gathered.slice(at, to), changes: changes.slice(at, to) })
    }
    users = new Set()
    changes = []
    for (const message of messages) {
      bus
        .publish({ name: 'news', ...message })
        .catch(error => log.error({ err: error }, 'news were not sent'))
    }
  }

  return news => {
    for (const user of news.users) users.add(user)
    changes.push(...news.changes)
    if (!isGathering) setTimeout(flush, GATHER_MS)
    isGathering = true
  }
}
