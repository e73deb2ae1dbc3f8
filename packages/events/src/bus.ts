import type { Kysely } from 'kysely'

/** Carries messages between the instances of a service. What is sent in a transaction leaves with its commit. */
export interface Bus {
  send: <Database>(tx: Kysely<Database>, message: object) => Promise<Sent>
  /** Every message comes here, our own too; it counts as heard when the listener is done. */
  onMessage: (listener: (message: object) => unknown) => void
  /** From now on messages may have been missed: whoever remembers things must forget them. */
  onGap: (listener: () => void) => void
  /** Whether messages of others reach us now. */
  isListening: () => boolean
  close: () => Promise<void>
}

export interface Sent {
  /** After the commit: resolves when every instance has heard the message, or does not answer for too long. */
  heardByAll: () => Promise<void>
}
