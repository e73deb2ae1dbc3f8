import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { TransactionalBus } from './bus.ts'
import { createConfirmations } from './confirmations.ts'
import { createListeners } from './listeners.ts'

const HEARTBEAT_MS = 5000
const RECONNECT_MS = 250
const ANSWER_MS = 5000
/** A machine that vanished without a word is not waited for, change by change, until TCP gives it up after two hours. */
const SERVER_NOTICES = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

interface Envelope {
  /** Absent when nobody waits for confirmations. */
  id?: string
  /** Absent in a confirmation: the message of this id was heard. Without an id, somebody could not tell something. */
  message?: object
}

/** LISTEN and NOTIFY on a connection of its own, made anew whenever it breaks. */
export async function connectPostgresBus(
  url: string,
  channel: string,
  onError: (error: Error) => void,
): Promise<TransactionalBus> {
  const { onMessage, onGap, hear, tellGap } = createListeners()
  const confirmations = createConfirmations()
  /** By its name in pg_stat_activity an instance is counted among the listeners. */
  const applicationName = `${channel} listener`
  let client: pg.Client | undefined
  let isListening = false
  let lastWord = Promise.resolve()
  let hasUntold = false
  let isClosed = false

  async function listen() {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      connectionTimeoutMillis: ANSWER_MS,
      options: SERVER_NOTICES,
    })
    fresh.on('error', () => {}) // whatever fails until it listens is thrown below
    fresh.on('notification', ({ payload = '' }) => receive(JSON.parse(payload)).catch(onError))
    try {
      await fresh.connect()
      const listen: pg.QueryConfig & { query_timeout: number } = {
        text: `listen ${fresh.escapeIdentifier(channel)}`,
        query_timeout: ANSWER_MS,
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
    tellGap()
    void admitGap()
  }

  async function receive({ id, message }: Envelope) {
    if (!message) return id ? confirmations.count(id) : tellGap()
    await hear(message)
    if (id) await say({ id })
  }

  async function publish(message: object) {
    if (await isSaid({ message })) return
    hasUntold = true
    if (!isClosed) await hear(message)
  }

  /** Whoever listens all the while has no gap of its own: it is told of ours. */
  async function admitGap() {
    if (!hasUntold) return
    hasUntold = false
    if (!(await isSaid({}))) hasUntold = true
  }

  async function isSaid(envelope: Envelope) {
    try {
      await say(envelope)
      return true
    } catch {
      return false
    }
  }

  /** One after the other: the connection does one thing at a time. */
  function say(envelope: Envelope) {
    const saying = lastWord.then(async () => {
      if (!client) throw new Error('the event channel is broken')
      await client.query('select pg_notify($1, $2)', [channel, JSON.stringify(envelope)])
    })
    lastWord = saying.catch(() => {})
    return saying
  }

  function lose(error?: Error) {
    if (!client || isClosed) return
    if (error) onError(error)
    client.removeAllListeners()
    client.on('error', () => {}) // its last words
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

  /** A connection that was cut without a word is noticed here. */
  const heartbeat = setInterval(() => {
    const asked = client
    if (!asked || !isListening) return
    let isAnswered = false
    const giveUp = () => {
      if (!isAnswered && asked === client) lose(new Error('the event channel is silent'))
    }
    // The answer may be here already, unread because we were busy ourselves.
    const late = setTimeout(() => setImmediate(giveUp), HEARTBEAT_MS / 2)
    const hearAnswer = () => {
      isAnswered = true
      clearTimeout(late)
    }
    asked.query('select 1').then(hearAnswer, hearAnswer)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  await listen()
  return {
    send: async (tx, message) => {
      const id = randomUUID()
      const envelope = JSON.stringify({ id, message })
      const { rows } = await sql<{ listeners: number }>`
        select pg_notify(${channel}, ${envelope}), (select count(*)::int from pg_stat_activity
          where application_name = ${applicationName} and datname = current_database()) as listeners`.execute(
        tx,
      )
      return { heardByAll: confirmations.expect(id, rows[0]?.listeners ?? 0) }
    },
    publish,
    onMessage,
    onGap,
    isListening: () => isListening,
    close: async () => {
      isClosed = true
      isListening = false
      clearInterval(heartbeat)
      await client?.end().catch(() => {})
    },
  }
}
