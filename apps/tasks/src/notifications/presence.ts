import { randomUUID } from 'node:crypto'
import type { Bus } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { UserSummary } from '#administration/user.contract.ts'
import type { Stream } from './stream.ts'

/** An instance that is gone cannot say so: its viewers are forgotten when it has been silent for so long. */
const FORGOTTEN_AFTER_MS = 75_000

/** PostgreSQL carries at most 8,000 bytes in a message. */
const MOST_BYTES = 7500

export interface Viewers {
  name: 'viewers'
  instance: string
  boardId: number
  users: UserSummary[]
}

/** Who looks at a board right now, on whatever instance; kept in memory, for it is gone in a moment anyway. */
export function createPresence(bus: Bus, streamsOf: (boardId: number) => Stream[], log: FastifyBaseLogger) {
  const instance = randomUUID()
  const heard = new Map<number, Map<string, { users: UserSummary[]; at: number }>>()

  function tell(boardId: number) {
    const users = fitting(unique(streamsOf(boardId).map(({ user }) => user)))
    const message: Viewers = { name: 'viewers', instance, boardId, users }
    bus.publish(message).catch(error => log.warn({ err: error }, 'viewers were not told'))
  }

  function hear({ instance: from, boardId, users }: Viewers) {
    const of = heard.get(boardId) ?? new Map()
    if (users.length > 0) of.set(from, { users, at: Date.now() })
    else of.delete(from)
    for (const [name, { at }] of of) if (Date.now() - at > FORGOTTEN_AFTER_MS) of.delete(name)
    if (of.size > 0) heard.set(boardId, of)
    else heard.delete(boardId)
    const everybody = unique([...of.values()].flatMap(viewers => viewers.users))
    const text = JSON.stringify({ event: 'presence', data: { boardId, users: everybody } })
    for (const stream of streamsOf(boardId)) stream.send(text)
  }

  return { tell, hear }
}

function unique(users: UserSummary[]) {
  return [...new Map(users.map(user => [user.id, user])).values()]
}

/** Of a crowd as many as one message holds. */
function fitting(users: UserSummary[]) {
  let bytes = 0
  return users.filter(user => {
    bytes += Buffer.byteLength(JSON.stringify(user)) + 1
    return bytes <= MOST_BYTES
  })
}
