import type { Bus } from './bus.ts'
import { connectPostgresBus } from './postgres-bus.ts'
import { connectRedisBus } from './redis-bus.ts'

interface BusOptions {
  /** The address of Redis; without it the database carries the messages. */
  eventsUrl: string | undefined
  databaseUrl: string
  channel: string
  /** The service's public address: one Redis may serve several installations, and its channels are shared by all databases. */
  serviceUrl: string
  onError: (error: Error) => void
}

/** For messages that can arrive a little later; one that must leave with its commit goes through PostgreSQL (decision 35). */
export function connectBus({
  eventsUrl,
  databaseUrl,
  channel,
  serviceUrl,
  onError,
}: BusOptions): Promise<Bus> {
  return eventsUrl
    ? connectRedisBus(eventsUrl, `${channel} ${serviceUrl}`, onError)
    : connectPostgresBus(databaseUrl, channel, onError)
}
