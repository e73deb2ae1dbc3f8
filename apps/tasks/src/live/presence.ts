import { randomUUID } from 'node:crypto'
import type { Bus } from '@atrium/events/bus'
import type { FastifyBaseLogger } from 'fastify'
import type { UserSummary } from '#administration/user.contract.ts'
import { type LiveBusMessage, topicOfProject } from './change-notice.ts'
import { presenceFrame } from './frames.ts'
import type { Stream } from './stream.ts'

/** The viewers of a crashed instance disappear after this time. */
const EXPIRES_AFTER_MS = 75_000

/** A NOTIFY payload has at most 8,000 bytes. */
const MAX_BYTES = 7500

type Viewers = Extract<LiveBusMessage, { name: 'viewers' }>

interface PresenceOptions {
  bus: Bus
  streamsOf: (boardId: number) => Iterable<Stream>
  log: FastifyBaseLogger
  now: () => Date
}

/** Who is viewing a board right now, on any instance. Kept in memory because it changes constantly. */
export function createPresence({ bus, streamsOf, log, now }: PresenceOptions) {
  const instance = randomUUID()
  const viewers = new Map<number, Map<string, { users: UserSummary[]; at: number }>>()

  function publish({ id: boardId, projectId }: { id: number; projectId: number }) {
    const users = fitting(unique([...streamsOf(boardId)].map(({ user }) => user)))
    const message: Viewers = { name: 'viewers', instance, boardId, projectId, users }
    bus
      .publish(message, topicOfProject(projectId))
      .catch(error => log.warn({ err: error }, 'viewers could not be published'))
  }

  function receive({ instance: from, boardId, projectId, users }: Viewers) {
    const at = now().getTime()
    const byInstance = viewers.get(boardId) ?? new Map()
    // An instance that has just begun to follow the board does not know its viewers here.
    const isNew = from !== instance && users.length > 0 && !byInstance.has(from)
    if (isNew && projectId !== undefined && [...streamsOf(boardId)].length > 0) {
      publish({ id: boardId, projectId })
    }
    if (users.length > 0) byInstance.set(from, { users, at })
    else byInstance.delete(from)
    for (const [name, last] of byInstance) if (at - last.at > EXPIRES_AFTER_MS) byInstance.delete(name)
    if (byInstance.size > 0) viewers.set(boardId, byInstance)
    else viewers.delete(boardId)
    const frame = presenceFrame(boardId, unique([...byInstance.values()].flatMap(({ users }) => users)))
    for (const stream of streamsOf(boardId)) stream.enqueue(frame)
  }

  return { publish, receive }
}

function unique(users: UserSummary[]) {
  return [...new Map(users.map(user => [user.id, user])).values()]
}

/** Returns as many users as fit into one message. */
function fitting(users: UserSummary[]) {
  let bytes = 0
  return users.filter(user => {
    bytes += Buffer.byteLength(JSON.stringify(user)) + 1
    return bytes <= MAX_BYTES
  })
}
