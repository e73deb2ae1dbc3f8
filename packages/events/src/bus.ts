import type { Kysely } from 'kysely'

/** Carries messages between the instances of a service. */
export interface Bus {
  /**
   * At once, and nobody waits until it is heard. While the others cannot be reached it is heard here alone, and they
   * learn of a gap as soon as they can.
   */
  publish: (message: object) => Promise<void>
  /** Every message comes here, our own too; it counts as heard when the listener is done. */
  onMessage: (listener: (message: object) => unknown) => void
  /** From now on messages may have been missed: whoever remembers things must forget them. */
  onGap: (listener: () => void) => void
  /** Whether messages of others reach us now. */
  isListening: () => boolean
  close: () => Promise<void>
}

/** What is sent in a transaction leaves with its commit, or not at all. */
export interface TransactionalBus extends Bus {
  send: <Database>(tx: Kysely<Database>, message: object) => Promise<Sent>
}

export interface Sent {
  /** After the commit: resolves when every instance has heard the message, or does not answer for too long. */
  heardByAll: () => Promise<void>
}

/** An event on its way to other instances: its type travels as `name`, which every release so far understands. */
export type Message<Event extends { type: string }> = Event extends { type: infer Name }
  ? Omit<Event, 'type'> & { name: Name }
  : never

export function messageOf<Event extends { type: string }>({ type: name, ...facts }: Event) {
  return { name, ...facts } as unknown as Message<Event>
}
