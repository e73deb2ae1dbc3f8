import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServers, openClient } from '@atrium/database/servers'
import { sql } from 'kysely'
import type pg from 'pg'
import {
  createListeners,
  createPublisher,
  type Envelope,
  readEnvelope,
  type TransactionalBus,
} from './bus.ts'

const HEARTBEAT_MS = 2000
/** A heartbeat that is not answered for this long ends the connection. */
const SILENT_MS = 2500
/**
 * An instance counts as listening for this long after it sent a heartbeat that was answered: whatever was sent before has
 * arrived with the answer. Senders wait a little longer for its confirmation, so while it relies on its caches nobody has
 * been told that it heard a message that it has not heard, not even if it was frozen in between.
 */
const HEARD_MS = 4500
const RECONNECT_MS = 250
const ANSWER_TIMEOUT_MS = 5000
/** A machine that vanished silently is not waited for, change by change, until TCP gives up after two hours. */
const KEEPALIVE_OPTIONS = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/** LISTEN and NOTIFY on a connection of its own, which is reopened whenever it breaks. */
export async function connectPostgresBus(
  url: string,
  channel: string,
  onError: (error: Error) => void,
): Promise<TransactionalBus> {
  const { onMessage, onGap, deliver, reportGap } = createListeners()
  const { publish, announceGap } = createPublisher({
    send: envelope => send(envelope),
    deliver,
    onError,
    isClosed: () => isClosed,
  })
  const confirmations = createConfirmations()
  /** Instances that listen are counted by this name in pg_stat_activity. */
  const applicationName = `${channel} listener`
  /** Where others confirm our messages: N instances answer one, and on the common channel all N would hear each answer. */
  const ownChannel = `${channel}_${randomBytes(8).toString('hex')}`
  const servers = createServers(url)
  let client: pg.Client | undefined
  let isListening = false
  /** Everything that was sent before this moment has arrived. */
  let heardUntil = Number.NEGATIVE_INFINITY
  let lastSend = Promise.resolve()
  let isClosed = false

  async function listen() {
    const fresh = await openClient(servers, {
      application_name: applicationName,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      options: KEEPALIVE_OPTIONS,
    })
    fresh.on('notification', ({ payload = '' }) => receive(payload).catch(onError))
    try {
      const listen: pg.QueryConfig & { query_timeout: number } = {
        text: [channel, ownChannel].map(name => `listen ${fresh.escapeIdentifier(name)}`).join('; '),
        query_timeout: ANSWER_TIMEOUT_MS,
      }
      await fresh.query(listen)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    if (isClosed) return fresh.end()
    fresh.on('error', lose)
    fresh.on('end', () => lose())
    client = fresh
    isListening = true
    heardUntil = performance.now()
    void reportGap()
    void announceGap()
  }

  async function receive(payload: string) {
    const { id, confirmTo, from, message } = readEnvelope(payload, channel)
    if (!message) return id ? confirmations.count(id, from) : void reportGap()
    await deliver(message)
    if (id) await send({ id, from: ownChannel }, confirmTo)
  }

  /** One after the other: a connection runs one statement at a time. */
  function send(envelope: Envelope, to = channel) {
    const sending = lastSend.then(async () => {
      if (!client) throw new Error('the event channel is broken')
      const values = [to, JSON.stringify(envelope)]
      await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values })
    })
    lastSend = sending.catch(() => {})
    return sending
  }

  function lose(error?: Error) {
    if (!client || isClosed) return
    if (error) onError(error)
    client.removeAllListeners()
    client.on('error', () => {}) // late errors of a closed connection
    client.end().catch(() => {})
    client = undefined
    isListening = false
    void reconnect()
  }

  async function reconnect() {
    while (!isClosed && !isListening) {
      await sleep(RECONNECT_MS)
      if (!isClosed) await listen().catch(onError)
    }
  }

  /** A connection that was cut silently is noticed here. */
  const heartbeat = setInterval(() => {
    const checked = client
    if (!checked || !isListening) return
    let isAnswered = false
    const giveUp = () => {
      if (!isAnswered && checked === client) lose(new Error('the event channel is silent'))
    }
    // The answer may be here already, unread because we were busy ourselves.
    const late = setTimeout(() => setImmediate(giveUp), SILENT_MS)
    const sentAt = performance.now()
    const noteAnswer = () => {
      isAnswered = true
      clearTimeout(late)
    }
    const noteHeard = () => {
      if (checked === client) heardUntil = sentAt
    }
    checked.query('select 1').then(noteHeard).then(noteAnswer, noteAnswer)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  await listen()
  return {
    instance: ownChannel,
    send: async (tx, message) => {
      const id = randomUUID()
      const confirmedBy = confirmations.expect(id)
      const envelope = JSON.stringify({ id, confirmTo: ownChannel, message } satisfies Envelope)
      const { rows } = await sql<{ listeners: number }>`
        select pg_notify(${channel}, ${envelope}), (select count(*)::int from pg_stat_activity
          where application_name = ${applicationName} and datname = current_database()) as listeners`.execute(
        tx,
      )
      return { heardByAll: confirmedBy(rows[0]?.listeners ?? 0) }
    },
    publish,
    hasTopics: () => false,
    follow: async () => {},
    unfollow: () => {},
    onMessage,
    onGap,
    isListening: () => isListening && performance.now() < heardUntil + HEARD_MS,
    close: async () => {
      isClosed = true
      isListening = false
      clearInterval(heartbeat)
      await client?.end().catch(() => {})
    },
  }
}

const CONFIRMATION_TIMEOUT_MS = 5000 // longer than HEARD_MS
const CONFIRMATION_KEPT_MS = 35_000 // longer than any transaction: one that rolls back is never confirmed

interface Waiting {
  /** How many instances have to confirm. */
  listeners: number
  confirmed: number
  heardBy: Set<string>
  complete: () => void
}

/** Notes which messages have been heard by which instances. */
function createConfirmations() {
  const expected = new Map<string, Waiting>()

  function completeIfHeard({ listeners, confirmed, complete }: Waiting) {
    if (confirmed >= listeners) complete()
  }

  return {
    count: (id: string, from: string | undefined) => {
      const waiting = expected.get(id)
      if (!waiting) return
      if (from) waiting.heardBy.add(from)
      waiting.confirmed += 1
      completeIfHeard(waiting)
    },
    /** Called before the message is sent: it may be confirmed before we know how many instances listen. */
    expect: (id: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const heardBy = new Set<string>()
      const waiting = { listeners: Number.POSITIVE_INFINITY, confirmed: 0, heardBy, complete: resolve }
      expected.set(id, waiting)
      const expiry = setTimeout(() => expected.delete(id), CONFIRMATION_KEPT_MS).unref()
      return (listeners: number) => {
        waiting.listeners = listeners
        completeIfHeard(waiting)
        return async () => {
          await Promise.race([promise, sleep(CONFIRMATION_TIMEOUT_MS, undefined, { ref: false })])
          clearTimeout(expiry)
          expected.delete(id)
          return heardBy
        }
      }
    },
  }
}
