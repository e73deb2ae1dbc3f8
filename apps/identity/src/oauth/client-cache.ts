import type { Bus, Message } from '@atrium/events/bus'
import type { Event } from '#events.ts'
import type { Client } from './client.queries.ts'

const CLIENTS_KEPT = 1000

/** Clients that were looked up before, until anybody changes one anywhere. */
export interface ClientCache {
  find: (clientId: string) => Client | undefined
  /** Taken before the look-up that it is about; a change in between makes the answer worthless. */
  moment: () => number
  remember: (client: Client, moment: number) => void
}

export function createClientCache(bus: Bus): ClientCache {
  const kept = new Map<string, Client>()
  let changes = 0
  const forgetAll = () => {
    changes += 1
    kept.clear()
  }
  bus.onMessage(message => (message as Message<Event>).name === 'ClientChanged' && forgetAll())
  bus.onGap(forgetAll)

  return {
    find: clientId => (bus.isListening() ? kept.get(clientId) : undefined),
    moment: () => changes,
    remember: (client, moment) => {
      if (moment === changes && kept.size < CLIENTS_KEPT) kept.set(client.clientId, client)
    },
  }
}
