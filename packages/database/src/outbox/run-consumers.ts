import type { Kysely } from 'kysely'
import { type Consumer, consumePage, type StoredEvent } from './consume.ts'
import { hasUnseen, type Outbox, registerConsumers } from './outbox.ts'

const POLL_MS = 30_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

interface Log {
  error: (details: object, message: string) => void
}

interface Consuming<Database, Event extends StoredEvent> {
  db: Kysely<Database>
  outbox: Outbox
  consumers: readonly Consumer<Database, Event>[]
  log: Log
  /** How often consumers look on their own; before, a read says whether there is anything. */
  pollMs?: number
}

/** Runs the consumers: at once when woken, and now and then otherwise. Any number of instances share the work. */
export async function runConsumers<Database, Event extends StoredEvent>(
  consuming: Consuming<Database, Event>,
) {
  const { db, consumers } = consuming
  if (consumers.length > 0)
    await registerConsumers(
      db,
      consumers.map(({ name }) => name),
    )
  const running = consumers.map(consumer => runConsumer(consuming, consumer))
  return {
    /** After a commit with events, of any instance. */
    wake: () => {
      for (const { wake } of running) wake()
    },
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function runConsumer<Database, Event extends StoredEvent>(
  { db, outbox, log, pollMs }: Consuming<Database, Event>,
  consumer: Consumer<Database, Event>,
) {
  let isStopped = false
  /** Whether it was woken since the last round began, whose window may be too early for the new event. */
  let isWoken = false
  /** After a failure, the next attempt is not made earlier. */
  let hasFailed = false
  let retryMs = FIRST_RETRY_MS
  let endPause = () => {}

  async function consume() {
    try {
      const isNeeded = pollMs === undefined || (await hasUnseen(db, outbox, consumer.name))
      while (isNeeded && !isStopped && (await consumePage(db, outbox, consumer))) retryMs = FIRST_RETRY_MS
      hasFailed = false
    } catch (error) {
      hasFailed = true
      log.error({ err: error, consumer: consumer.name, retryInMs: retryMs }, 'a consumer of events failed')
    }
  }

  function pause() {
    const ms = hasFailed ? retryMs : (pollMs ?? POLL_MS)
    if (hasFailed) retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
    return new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms).unref()
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function rounds() {
    while (!isStopped) {
      isWoken = false
      await consume()
      if (!isStopped && (hasFailed || !isWoken)) await pause()
    }
  }

  const ended = rounds()
  return {
    wake: () => {
      isWoken = true
      if (!hasFailed) endPause()
    },
    stop: async () => {
      isStopped = true
      endPause()
      await ended
    },
  }
}
