import type { Redis } from 'ioredis'
import { type Bus, createListeners } from './bus.ts'
import { connectRedis } from './redis.ts'

const HEARTBEAT_MS = 5000

interface Envelope {
  /** Absent when the sender failed to send something and no longer knows what. */
  message?: object
}

/** PUBLISH and SUBSCRIBE, each on a connection of its own. Redis may be down, even at the start. */
export async function connectRedisBus(
  url: string,
  channel: string,
  onError: (error: Error) => void,
): Promise<Bus> {
  const { onMessage, onGap, deliver, reportGap } = createListeners()
  const subscriber = connectRedis(url, HEARTBEAT_MS / 2, onError)
  const publisher = connectRedis(url, HEARTBEAT_MS / 2, onError)
  let isListening = false
  let hasUnsent = false
  let isClosed = false

  async function listen() {
    try {
      await subscriber.subscribe(channel)
      isListening = true
      reportGap()
    } catch {
      reconnect(subscriber)
    }
  }

  async function receive(text: string) {
    const { message }: Envelope = JSON.parse(text)
    if (message) await deliver(message)
    else reportGap()
  }

  async function publish(message: object) {
    if (await isSent({ message })) return
    hasUnsent = true
    if (!isClosed) await deliver(message)
  }

  /** An instance that listened all the time has no gap of its own: it learns about ours. */
  async function announceGap() {
    if (!hasUnsent) return
    hasUnsent = false
    if (!(await isSent({}))) hasUnsent = true
  }

  async function isSent(envelope: Envelope) {
    try {
      await publisher.publish(channel, JSON.stringify(envelope))
      return true
    } catch {
      reconnect(publisher)
      return false
    }
  }

  /** A connection that was cut silently is noticed here. */
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
  publisher.on('ready', announceGap)

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

/** Unless it is connecting already. */
function reconnect(redis: Redis) {
  if (redis.status === 'ready') redis.disconnect(true)
}
