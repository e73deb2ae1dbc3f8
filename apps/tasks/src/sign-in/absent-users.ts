import { createCache } from '@atrium/cache/create-cache'
import type { Bus, Message } from '@atrium/events/bus'
import type { TokensAnnounced } from '@atrium/token-check/announcements'
import type { Actor } from '#administration/actor.ts'
import type { SharedEvent } from '#events.ts'

const KEPT_MS = 30_000

interface Known {
  actor: Actor
  checkedAt: number
}

/** Users on whose behalf the service reads while they are not there, for their calendar or for a link that they shared. */
export interface AbsentUsers {
  /** Undefined as soon as the account is archived at the identity service. */
  find: (userId: number) => Promise<Actor | undefined>
}

interface Options {
  bus: Bus
  /** Whether announcements of the identity service are heard. */
  isUpToDate: () => boolean
  read: (userId: number) => Promise<Actor | undefined>
}

export function createAbsentUsers({ bus, isUpToDate, read }: Options): AbsentUsers {
  const cache = createCache<number, Known>(bus, {
    max: 5000,
    evictedBy: message => {
      const event = message as Message<SharedEvent> | TokensAnnounced
      if (event.name === 'RightsChanged') return tagsOf(event.passportId)
      return event.name === 'TokensAnnounced' && !event.tokenId && !event.clientId
        ? tagsOf(event.userId)
        : undefined
    },
    tagsOf: ({ actor }) => [String(actor.passportId)],
    isFresh: ({ checkedAt }) => Date.now() - checkedAt < KEPT_MS,
  })
  const load = (userId: number) => async () => {
    const checkedAt = Date.now()
    const actor = await read(userId)
    return actor && { actor, checkedAt }
  }
  return {
    find: async userId => {
      const known = await (isUpToDate()
        ? cache.get(userId, load(userId))
        : cache.reload(userId, load(userId)))
      return known?.actor
    },
  }
}

function tagsOf(passportId: number | undefined) {
  return passportId === undefined ? 'all' : [String(passportId)]
}
