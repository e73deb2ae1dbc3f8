import type { Redis } from 'ioredis'
import { type Bus, createListeners, createPublisher, type Envelope, readEnvelope } from './bus.ts'
import { connectRedis } from './redis.ts'

const HEARTBEAT_MS = 5000

/**
 * PUBLISH and SUBSCRIBE, each on a connection of its own. Redis may be down, even at the start. A topic has a channel of its
 * own, which is used unless an instance of 0.2 is connected: that listens only to the common channel.
 */
export async function connectRedisBus(
  url: string,
  channel: string,
  onError: (error: Error) => void,
): Promise<Bus> {
  const { onMessage, onGap, deliver, reportGap } = createListeners()
  const subscriber = connectRedis(url, HEARTBEAT_MS / 2, onError)
  const publisher = connectRedis(url, HEARTBEAT_MS / 2, onError)
  const { publish, announceGap } = createPublisher({ send, deliver, onError, isClosed: () => isClosed })
  const followed = new Map<string, { times: number; isSubscribed: Promise<unknown> }>()
  /** Counts the instances that know topics. Nothing is sent on it. */
  const topicsChannel = `${channel} topics`
  let hasTopics = false
  let isListening = false
  let isClosed = false

  function channelOf(topic: string) {
    return `${channel} ${topic}`
  }

  async function listen() {
    try {
      await subscribeToAll()
      isListening = true
      void reportGap()
    } catch {
      reconnect(subscriber)
    }
  }

  async function subscribeToAll(): Promise<void> {
    const channels = new Set([channel, topicsChannel, ...[...followed.keys()].map(channelOf)])
    await subscriber.subscribe(...channels)
    const isComplete = [...followed.keys()].every(topic => channels.has(channelOf(topic)))
    if (!isComplete) await subscribeToAll()
  }

  async function receive(text: string) {
    const { message } = readEnvelope(text, channel)
    if (message) await deliver(message)
    else void reportGap()
  }

  function send(envelope: Envelope, topic?: string) {
    const to = topic && hasTopics ? channelOf(topic) : channel
    return publisher.publish(to, JSON.stringify(envelope)).catch(error => {
      reconnect(publisher)
      throw error
    })
  }

  async function follow(topic: string) {
    const known = followed.get(topic) ?? { times: 0, isSubscribed: subscribeTo(topic) }
    known.times += 1
    followed.set(topic, known)
    await known.isSubscribed
  }

  /** Subscribes now, or with the next connection if there is none. */
  async function subscribeTo(topic: string) {
    if (isListening) await subscriber.subscribe(channelOf(topic)).catch(() => reconnect(subscriber))
  }

  function unfollow(topic: string) {
    const known = followed.get(topic)
    if (!known) return
    known.times -= 1
    if (known.times > 0) return
    followed.delete(topic)
    if (isListening) subscriber.unsubscribe(channelOf(topic)).catch(() => {})
  }

  async function findOlderInstances() {
    const [, all, , knowTopics] = await publisher.pubsub('NUMSUB', channel, topicsChannel)
    hasTopics = Number(all) <= Number(knowTopics)
  }

  /** A connection that was cut silently is noticed here. */
  const heartbeat = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => reconnect(subscriber))
    if (publisher.status === 'ready') findOlderInstances().catch(() => reconnect(publisher))
  }, HEARTBEAT_MS)
  heartbeat.unref()

  subscriber.on('close', () => {
    isListening = false
  })
  subscriber.on('message', (_channel, text) => receive(text).catch(onError))
  await Promise.all([untilTried(subscriber), untilTried(publisher)])
  if (subscriber.status === 'ready') await listen()
  if (publisher.status === 'ready') await findOlderInstances().catch(() => reconnect(publisher))
  subscriber.on('ready', listen)
  publisher.on('ready', announceGap)

  return {
    publish,
    hasTopics: () => hasTopics,
    follow,
    unfollow,
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
