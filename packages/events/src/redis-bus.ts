import type { Redis } from 'ioredis'
import type { Bus } from './bus.ts'
import { connectRedis } from './connect-redis.ts'
import { createListeners } from './listeners.ts'

const HEARTBEAT_MS = 5000

interface Envelope {
  /** Absent when the sender could not tell something and no longer knows what. */
  message?: object
}

/** PUBLISH and SUBSCRIBE, each on a connection of its own. Redis may be away, also at the start. */
export async function connectRedisBus(
  url: string,
  channel: string,
  onError: (error: Error) => void,
): Promise<Bus> {
  const { onMessage, onGap, hear, tellGap } = createListeners()
  const subscriber = connectRedis(url, HEARTBEAT_MS / 2, onError)
  const publisher = connectRedis(url, HEARTBEAT_MS / 2, onError)
  let isListening = false
  let hasUntold = false
  let isClosed = false

  async function listen() {
    try {
      await subscriber.subscribe(channel)
      isListening = true
      tellGap()
    } catch {
      reconnect(subscriber)
    }
  }

  async function receive(text: string) {
    const { message }: Envelope = JSON.parse(text)
    if (message) await hear(message)
    else tellGap()
  }

  async function publish(message: object) {
    if (await tell({ message })) return
    hasUntold = true
    if (!isClosed) await hear(message)
  }

  /** Whoever listens all the while has no gap of its own: it is told of ours. */
  async function admitGap() {
    if (!hasUntold) return
    hasUntold = false
    if (!(await tell({}))) hasUntold = true
  }

  async function tell(envelope: Envelope) {
    try {
      await publisher.publish(channel, JSON.stringify(envelope))
      return true
    } catch {
      reconnect(publisher)
      return false
    }
  }

  /** A connection that was cut without a word is noticed here. */
  const heartbeat = setInterval(() => {
    for (const redis of [subscriber, publisher]) {
      if (redis.status === 'ready') redis.ping().catch(() => reconnect(redis))
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()

  subscriber.on('close', () => {
    isListening = false
  })
  subscriber.on('message', (_channel, text) => receive(text).catch(onError))
  await Promise.all([untilTried(subscriber), untilTried(publisher)])
  if (subscriber.status === 'ready') await listen()
  subscriber.on('ready', listen)
  publisher.on('ready', admitGap)

  return {
    publish,
    onMessage,
    onGap,
    isListening: () => isListening,
    close: async () => {
      isClosed = true
      isListening = false
      clearInterval(heartbeat)
      subscriber.disconnect()
      publisher.disconnect()
    },
  }
}

function untilTried(redis: Redis) {
  return new Promise<void>(resolve => {
    redis.once('ready', resolve).once('close', resolve)
  })
}

/** One that is being made already is left alone. */
function reconnect(redis: Redis) {
  if (redis.status === 'ready') redis.disconnect(true)
}
