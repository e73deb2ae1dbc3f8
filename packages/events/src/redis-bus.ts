import type { Redis } from 'ioredis'
import { type Bus, createListeners, createPublisher, type Envelope, readEnvelope } from './bus.ts'
import { connectRedis } from './redis.ts'

const HEARTBEAT_MS = 5000

/** PUBLISH and SUBSCRIBE, each on a connection of its own. Redis may be down, even at the start. */
export async function connectRedisBus(
  url: string,
  channel: string,
  onError: (error: Error) => void,
): Promise<Bus> {
  const { onMessage, onGap, deliver, reportGap } = createListeners()
  const subscriber = connectRedis(url, HEARTBEAT_MS / 2, onError)
  const publisher = connectRedis(url, HEARTBEAT_MS / 2, onError)
  const { publish, announceGap } = createPublisher({ send, deliver, onError, isClosed: () => isClosed })
  let isListening = false
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
    const { message } = readEnvelope(text, channel)
    if (message) await deliver(message)
    else reportGap()
  }

  function send(envelope: Envelope) {
    return publisher.publish(channel, JSON.stringify(envelope)).catch(error => {
      reconnect(publisher)
      throw error
    })
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
