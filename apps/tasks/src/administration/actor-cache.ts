import { type Cache, createCache } from '@atrium/cache/create-cache'
import type { Bus, Message } from '@atrium/events/bus'
import type { SharedEvent } from '#events.ts'
import type { Actor } from './actor.ts'

export interface KnownActor {
  actor: Actor
  isOwner: boolean
  synchronisedAt: string
}

/** Actors by their passport ids. */
export type ActorCache = Cache<number, KnownActor>

export function createActorCache(bus: Bus): ActorCache {
  return createCache(bus, {
    max: 20_000,
    evictedBy: message => {
      const event = message as Message<SharedEvent>
      if (event.name !== 'RightsChanged') return undefined
      return event.passportId === undefined ? 'all' : [String(event.passportId)]
    },
    tagsOf: (_known, passportId) => [String(passportId)],
  })
}
