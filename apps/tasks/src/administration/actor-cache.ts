import type { Bus, Message } from '@atrium/events/bus'
import type { SharedEvent } from '#events.ts'
import type { Actor } from './actor.ts'

const ACTORS_KEPT = 20_000

export interface KnownActor {
  actor: Actor
  isOwner: boolean
  synchronisedAt: string
}

/** Those who acted before, with what they may do, until anybody changes that anywhere. */
export interface ActorCache {
  find: (passportId: number) => KnownActor | undefined
  /** Taken before the look-up that it is about; a change in between makes the answer worthless. */
  moment: () => number
  remember: (known: KnownActor, moment: number) => void
}

/** While messages cannot be heard nothing is remembered: every request goes to the database. */
export function createActorCache(bus: Bus): ActorCache {
  const kept = new Map<number, KnownActor>()
  let changes = 0

  bus.onMessage(message => {
    const event = message as Message<SharedEvent>
    if (event.name !== 'RightsChanged') return
    const { passportId } = event
    changes += 1
    if (passportId === undefined) kept.clear()
    else kept.delete(passportId)
  })
  bus.onGap(() => {
    changes += 1
    kept.clear()
  })

  return {
    find: passportId => (bus.isListening() ? kept.get(passportId) : undefined),
    moment: () => changes,
    remember: (known, moment) => {
      if (moment !== changes) return
      kept.set(known.actor.passportId, known)
      const [oldest] = kept.keys()
      if (kept.size > ACTORS_KEPT && oldest !== undefined) kept.delete(oldest)
    },
  }
}
