import { type Cache, createCache } from '@atrium/cache/create-cache'
import type { Bus, Message } from '@atrium/events/bus'
import type { Database } from '#database.ts'
import type { SharedEvent } from '#events.ts'
import { type Client, readClient } from './client.queries.ts'

/** By client id. */
export type ClientCache = Cache<string, Client>

export function createClientCache(bus: Bus): ClientCache {
  return createCache(bus, {
    max: 1000,
    evictedBy: message => ((message as Message<SharedEvent>).name === 'ClientChanged' ? 'all' : undefined),
  })
}

/** As it is now, on every instance: each change evicts it. */
export function findClient(
  { db, clientCache }: { db: Database; clientCache: ClientCache },
  clientId: string,
): Promise<Client | undefined> {
  return clientCache.get(clientId, () => readClient(db, clientId))
}
