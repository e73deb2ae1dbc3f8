import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createListeners } from '@atrium/events/bus'
import { createPost, type OwnClient } from './post-json.ts'

/** Which tokens the identity service wants checked again; without any field, all of them. */
interface Announcement {
  userId?: number
  tokenId?: string
  clientId?: string
  /** The group whose name or members have changed, or which was deleted. */
  groupId?: number
}

/** An announcement as the listeners get it. */
export interface TokensAnnounced extends Announcement {
  name: 'TokensAnnounced'
}

interface Answer {
  cursor: string
  isCursorUnknown: boolean
  announcements: Announcement[]
  waitedMs: number
  validMs: number
}

interface Options {
  identityUrl: string
  client: OwnClient
  /** Called with the first answer or failure, and whenever the one follows the other. */
  onChange: (error: Error | undefined) => void
  /** Milliseconds of a clock that nobody sets. */
  clock: () => number
}

/** Requests are answered within about a second. */
const ANSWER_TIMEOUT_MS = 5000
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 2000
/** Half as long as the identity service keeps them. */
const CURSOR_KEPT_MS = 1_800_000

export type Announcements = ReturnType<typeof createAnnouncements>

/**
 * Follows what the identity service announces about tokens, by requests that it answers when there is something to
 * announce. Each answer contains everything since the one before, so nothing is lost while the connection is down.
 */
export function createAnnouncements({ identityUrl, client, onChange, clock }: Options) {
  const { onMessage, onGap, deliver, reportGap } = createListeners()
  const stopped = new AbortController()
  const post = createPost(`${identityUrl}/token/announcements`, {
    client,
    timeoutMs: ANSWER_TIMEOUT_MS,
    signal: stopped.signal,
  })
  const follower = randomUUID()
  const createdAt = clock()
  let cursor: string | undefined
  /** Everything that the identity service committed before this moment of our clock has been heard. */
  let heardUntil = Number.NEGATIVE_INFINITY
  /** Before this moment the identity service confirms no change that has not been heard here. */
  let validUntil = Number.NEGATIVE_INFINITY
  let isHeard: boolean | undefined
  let following: Promise<void> | undefined

  async function follow() {
    for (let failures = 0; !stopped.signal.aborted; ) {
      try {
        await hear()
        failures = 0
        noteChange(true)
      } catch (error) {
        if (stopped.signal.aborted) return
        noteChange(false, error as Error)
        const wait = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS)
        failures += 1
        await sleep(wait, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
      }
    }
  }

  async function hear() {
    const sentAt = clock()
    if (sentAt - heardUntil > CURSOR_KEPT_MS) cursor = undefined
    const { status, body } = await post({ follower, cursor })
    if (status !== 200) throw new Error(`Announcements were answered with ${status}`)
    const answer = JSON.parse(body) as Answer
    if (cursor === undefined || answer.isCursorUnknown) await reportGap()
    for (const announcement of answer.announcements) {
      const message: TokensAnnounced = { name: 'TokensAnnounced', ...announcement }
      await deliver(message)
    }
    cursor = answer.cursor
    // The identity service read its database this long after the request arrived there, so no earlier than this.
    heardUntil = sentAt + answer.waitedMs
    validUntil = heardUntil + answer.validMs
  }

  function noteChange(isNowHeard: boolean, error?: Error) {
    if (isNowHeard === isHeard) return
    isHeard = isNowHeard
    onChange(error)
  }

  return {
    start: () => {
      following ??= follow()
    },
    stop: async () => {
      stopped.abort()
      await following
    },
    /** Gets each announcement as a message, as from a bus. */
    onMessage,
    /** From now on announcements may have been missed. */
    onGap,
    /** Whether every change that the identity service has confirmed has been heard. */
    isFresh: () => clock() < validUntil,
    /** The age of the newest knowledge, or of this process. */
    ageSeconds: () => (clock() - Math.max(heardUntil, createdAt)) / 1000,
  }
}
