import type { Kysely } from 'kysely'

/** Carries messages between the instances of a service. */
export interface Bus {
  /**
   * Sent immediately, without waiting until it is heard. While the other instances cannot be reached it is heard here
   * alone, and they learn about a gap as soon as they can.
   */
  publish: (message: object, topic?: string) => Promise<void>
  /** Whether a message with a topic reaches only the instances that follow it. If not, it reaches all of them. */
  hasTopics: () => boolean
  /** Resolves when messages with this topic are received, or with the next connection. */
  follow: (topic: string) => Promise<void>
  /** Once for each `follow`. */
  unfollow: (topic: string) => void
  /** Gets every message, our own included; it counts as heard when the listener is done. */
  onMessage: (listener: (message: object) => unknown) => void
  /** From now on messages may have been missed: caches must be emptied. */
  onGap: (listener: () => void) => void
  /** Whether messages of other instances reach us now. */
  isListening: () => boolean
  close: () => Promise<void>
}

/** What is sent in a transaction leaves with its commit, or never. */
export interface TransactionalBus extends Bus {
  /** Names this instance among those that hear a message. */
  instance: string
  send: <Database>(tx: Kysely<Database>, message: object) => Promise<Sent>
}

export interface Sent {
  /**
   * After the commit: resolves when every instance has heard the message, or does not answer for too long; to those that
   * have heard it, except instances of the previous release.
   */
  heardByAll: () => Promise<ReadonlySet<string>>
}

/** An event on its way to other instances: its type travels as `name`, which every release so far understands. */
export type Message<Event extends { type: string }> = Event extends { type: infer Name }
  ? Omit<Event, 'type'> & { name: Name }
  : never

export function messageOf<Event extends { type: string }>({ type: name, ...facts }: Event) {
  return { name, ...facts } as unknown as Message<Event>
}

/** The listeners to a bus in this process. */
export function createListeners() {
  const messageListeners: ((message: object) => unknown)[] = []
  const gapListeners: (() => unknown)[] = []

  return {
    onMessage: (listener: (message: object) => unknown) => {
      messageListeners.push(listener)
    },
    onGap: (listener: () => unknown) => {
      gapListeners.push(listener)
    },
    deliver: (message: object) => Promise.all(messageListeners.map(async listener => listener(message))),
    reportGap: () => Promise.all(gapListeners.map(async listener => listener())),
  }
}

/** What travels between instances. */
export interface Envelope {
  /** Absent when no confirmation is expected. */
  id?: string
  /** The channel of the sender alone, for confirmations; the previous release sends and reads them on the common one. */
  confirmTo?: string
  /** The instance that confirms; the previous release does not say. */
  from?: string
  /** Absent in a confirmation: the message of this id was heard. Without an id, an instance has failed to send something. */
  message?: object
}

/** Throws if it is none: anyone who can connect to the server can send something on its channels. */
export function readEnvelope(text: string, channel: string): Envelope {
  try {
    const envelope = JSON.parse(text)
    const { message = {} } = envelope
    if ([envelope, message].every(one => typeof one === 'object' && one !== null)) return envelope
  } catch {
    // Reported below.
  }
  throw new Error(`a message on the channel "${channel}" is not readable`)
}

interface Sending {
  send: (envelope: Envelope, topic?: string) => Promise<unknown>
  deliver: (message: object) => Promise<unknown>
  onError: (error: Error) => void
  isClosed: () => boolean
}

/** What cannot be sent is delivered here alone, and announced to the other instances as soon as sending works again. */
export function createPublisher({ send, deliver, onError, isClosed }: Sending) {
  let hasUnsent = false

  /** An empty message tells other instances that messages of this one were lost. */
  async function announceGap() {
    if (!hasUnsent) return
    hasUnsent = false
    await send({}).catch(() => {
      hasUnsent = true
    })
  }

  return {
    publish: async (message: object, topic?: string) => {
      try {
        await send({ message }, topic)
      } catch (error) {
        if (isClosed()) return
        hasUnsent = true
        await deliver(message)
        await announceGap()
        // If a gap can be sent, the connection works and only this message was refused.
        if (!hasUnsent) onError(error as Error)
      }
    },
    announceGap,
  }
}
