import { type Cache, createCache } from '@atrium/cache/create-cache'
import type { Bus, Message } from '@atrium/events/bus'
import type { AgentMode } from '#administration/actor.ts'
import type { SharedEvent } from '#events.ts'

/** A grant with which someone has used the endpoint for agents. */
export interface KnownAgent {
  id: number
  mode: AgentMode
  name: string
  lastUsedAt: string
  stoppedAt: string | null
}

interface Known {
  passportId: number
  agent?: KnownAgent | undefined
}

/** Agents by user and grant; grants that are no agents, too. */
export type AgentCache = Cache<string, Known>

export function createAgentCache(bus: Bus): AgentCache {
  return createCache(bus, {
    max: 20_000,
    evictedBy: message => {
      const event = message as Message<SharedEvent>
      if (event.name !== 'RightsChanged') return undefined
      return event.passportId === undefined ? 'all' : [String(event.passportId)]
    },
    tagsOf: ({ passportId }) => [String(passportId)],
  })
}
