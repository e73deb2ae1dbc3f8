import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { statementChannel } from '@atrium/core/diagnostics'
import { createDistribution, observe } from '@atrium/core/measure'
import pg from 'pg'
import { connectTo, createServers, type Servers, tryServers } from './servers.ts'
import { Turns } from './turns.ts'

const CHECK_MS = 2000
/** Within it, the server says which of the connections it is working for. */
const PROBE_MS = 5000
/** For a free connection, when all are in use. */
const TURN_MS = 10_000
/** For statements in flight, while the server cannot be reached at all. */
const UNREACHABLE_MS = 20_000
/** An answer that was sent before the probe's may arrive a little after it. */
const OVERTAKEN_MS = 250
/** read_only_sql_transaction */
const READ_ONLY = '25006'
const WAIT_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]

/** No connection could be opened, or the one that a statement ran on broke. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

interface PoolOptions extends Pick<pg.PoolConfig, 'max' | 'types' | 'options' | 'Client'> {
  /** Connections that `connectForTransaction` hands out at most; the others are left for reads. */
  transactions?: number
  onError: (error: Error) => void
}

/**
 * Silent connections, as after a failover or behind a firewall that dropped them, are closed and replaced within seconds.
 * A statement can take as long as the server works on it.
 */
export function openPool(
  url: string,
  { onError, transactions = Number.POSITIVE_INFINITY, ...options }: PoolOptions,
): WatchedPool {
  const servers = createServers(url)
  const pool = new WatchedPool(servers, new Turns(transactions, TURN_MS), {
    connectionTimeoutMillis: Math.max(TURN_MS, servers.connectTimeoutMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    Client: WatchedClient,
    ...options,
  })
  // The pool listens to idle connections only. One that breaks between two statements of a transaction is reported by the
  // next statement; without a listener, the error would end the process.
  pool.on('connect', client => client.on('error', () => {}))
  // pg attaches the whole client to its error, statements included.
  pool.on('error', ({ message }) => onError(new Error(message)))
  closeSilentConnections(pool, servers, onError)
  return pool
}

export class WatchedPool extends pg.Pool {
  /** How long statements waited for a connection, in seconds. */
  readonly waits = createDistribution(WAIT_SECONDS)
  readonly #servers: Servers
  readonly #turns: Turns
  readonly #inTransactions = new Set<pg.PoolClient>()

  constructor(servers: Servers, turns: Turns, config: pg.PoolConfig) {
    super({ ...config, servers } as pg.PoolConfig)
    this.#servers = servers
    this.#turns = turns
    this.on('release', (_error, client) => {
      if (this.#inTransactions.delete(client)) turns.end()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: with a callback it returns nothing
  override connect(callback?: any): any {
    return callback ? super.connect(callback) : this.#measured(() => this.#connect())
  }

  /**
   * For a transaction, which can wait for locks for seconds: however many of them wait, some connections are left for
   * reads.
   */
  connectForTransaction(): Promise<pg.PoolClient> {
    return this.#measured(async () => {
      await this.#turns.take()
      try {
        const client = await this.#connect()
        this.#inTransactions.add(client)
        return client
      } catch (error) {
        this.#turns.end()
        throw error
      }
    })
  }

  /** Statements and transactions that wait for a connection. */
  get waiting() {
    return this.waitingCount + this.#turns.waiting
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await tryServers(this.#servers, () => super.connect())
    if (!(client as unknown as WatchedClient).isReadOnly) return client
    client.release(true)
    return this.#connect()
  }

  async #measured(connect: () => Promise<pg.PoolClient>) {
    const askedAt = performance.now()
    try {
      return await connect()
    } catch (error) {
      throw error instanceof pg.DatabaseError ? error : new ConnectionLost(error)
    } finally {
      observe(this.waits, (performance.now() - askedAt) / 1000)
    }
  }
}

/** A client that knows how long it has been waiting for an answer. */
export class WatchedClient extends pg.Client {
  declare readonly processID: number
  isIdle = false
  #isLost = false
  #waitingSince: number | undefined
  #heardAt = 0
  #bytesHeard = 0
  #isCorked = false
  readonly #servers: Servers
  readonly #address: string
  /** Its server does not accept writes any more, or never did. */
  isReadOnly = false

  constructor(config?: pg.ClientConfig) {
    const { servers, ...others } = config as pg.ClientConfig & { servers: Servers }
    const address = servers.current()
    super({ ...others, connectionString: address, connectionTimeoutMillis: servers.connectTimeoutMs })
    this.#servers = servers
    this.#address = address
    this.on('drain', () => {
      this.#waitingSince = undefined
    })
    this.on('error', () => {
      this.#isLost = true
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: with a callback it returns nothing
  override connect(callback?: any): any {
    const connecting = connectTo(this.#servers, this.#address, this, () => super.connect())
    return callback ? connecting.then(() => callback(), callback) : connecting
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has nine overloads
  override query(...args: any[]): any {
    this.#waitingSince ??= performance.now()
    this.#writeTogether(process.nextTick)
    const answer = (super.query as (...args: unknown[]) => unknown)(...args)
    if (statementChannel.hasSubscribers) publishStatement(args[0], answer)
    return answer instanceof Promise ? answer.catch(error => this.explain(error, args[0])) : answer
  }

  /** For a connection that several requests share: what they start in one turn of the event loop travels together. */
  queryWithOthers(text: string, values: unknown[]) {
    this.#writeTogether(setImmediate)
    return this.query(text, values)
  }

  /** Not a field: it contains the password. */
  get address() {
    return this.#address
  }

  /** How long nothing has arrived although a statement waits for its result. */
  silentMs() {
    const now = performance.now()
    const { bytesRead } = this.#socket
    if (bytesRead !== this.#bytesHeard) this.#heardAt = now
    this.#bytesHeard = bytesRead
    return this.#waitingSince === undefined ? 0 : now - Math.max(this.#waitingSince, this.#heardAt)
  }

  get isWaiting() {
    return this.#waitingSince !== undefined
  }

  destroy() {
    this.#socket.destroy()
  }

  /** What is sent until then, in one packet. */
  #writeTogether(until: (send: () => void) => unknown) {
    if (this.#isCorked) return
    this.#isCorked = true
    const socket = this.#socket
    socket.cork()
    until(() => {
      this.#isCorked = false
      socket.uncork()
    })
  }

  get #socket() {
    return (this.connection as unknown as { stream: Socket }).stream
  }

  protected explain(error: unknown, statement: string | { text: string }): never {
    if (error instanceof pg.DatabaseError) {
      if (error.code === READ_ONLY) this.isReadOnly = true
      const text = typeof statement === 'string' ? statement : statement.text
      // Not enumerable: it is for `constraintErrors`, not for the log.
      throw Object.defineProperty(error, 'statement', { value: text })
    }
    throw this.#isLost ? new ConnectionLost(error) : error
  }
}

/** A query object has its answer in `result`. */
function publishStatement(statement: string | { text: string; result?: unknown }, answer: unknown) {
  const text = typeof statement === 'string' ? statement : statement.text
  const settled = answer instanceof Promise ? answer : (statement as { result?: unknown }).result
  if (text && settled instanceof Promise) statementChannel.publish({ text, answer: settled })
}

/** Only the server knows whether a statement is merely slow: so it is queried over a new connection. */
function closeSilentConnections(pool: pg.Pool, servers: Servers, onError: (error: Error) => void) {
  const clients = new Set<WatchedClient>()
  pool.on('connect', client => {
    const watched = client as unknown as WatchedClient
    clients.add(watched)
    watched.on('end', () => clients.delete(watched))
  })
  pool.on('acquire', client => setIdle(client, false))
  pool.on('release', (_error, client) => {
    setIdle(client, true)
    if ((client as unknown as WatchedClient).isReadOnly)
      dropReadOnly(client as unknown as WatchedClient, clients)
  })

  const check = async () => {
    const silent = [...clients].filter(client => client.silentMs() >= CHECK_MS)
    if (silent.length === 0) return
    const working = await findWorking(servers, silent)
    await sleep(OVERTAKEN_MS)
    const dead = silent.filter(
      client => client.silentMs() >= (working ? CHECK_MS : UNREACHABLE_MS) && !working?.has(client),
    )
    if (dead.length === 0) return
    onError(new Error(`${dead.length} silent database connections were closed; their statements failed`))
    for (const client of dead) client.destroy()
    if (working) suspectOthers([...clients].filter(client => !dead.includes(client)))
  }

  let isChecking = false
  let tickedAt = performance.now()
  const timer = setInterval(async () => {
    if (pool.ended) clearInterval(timer)
    const sinceTick = performance.now() - tickedAt
    tickedAt += sinceTick
    // A process that did not run either has answers to read first.
    if (pool.ended || isChecking || sinceTick > 1.5 * CHECK_MS) return
    isChecking = true
    await check().catch(onError)
    isChecking = false
  }, CHECK_MS)
  timer.unref()
}

function setIdle(client: unknown, isIdle: boolean) {
  ;(client as WatchedClient).isIdle = isIdle
}

/** Its server is a standby by now: none of its connections is of any more use. */
function dropReadOnly(client: WatchedClient, clients: Set<WatchedClient>) {
  client.end().catch(() => {})
  for (const other of clients) if (other.address === client.address) other.isReadOnly = true
}

/** They are probably dead too. One that is acquired but unused, such as a listener's, is probed. */
function suspectOthers(clients: WatchedClient[]) {
  for (const client of clients) {
    if (client.isIdle) client.destroy()
    else if (!client.isWaiting) client.query('select 1').catch(() => {})
  }
}

/** The connections whose server is working for them; undefined when no server answers. */
async function findWorking(servers: Servers, clients: WatchedClient[]) {
  let probe: WatchedClient | undefined
  try {
    const opened = await tryServers(servers, () => openProbe(servers))
    probe = opened
    const there = clients.filter(client => client.address === opened.address)
    const pids = there.map(client => client.processID)
    const { rows } = await opened.query(
      `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1) and (state = 'disabled'
         or state in ('active', 'fastpath function call') and wait_event_type is distinct from 'Client')) as working`,
      [pids],
    )
    const isPooled = rows[0].own !== opened.processID // the process ids of a pooler mean nothing
    return new Set(there.filter(client => isPooled || rows[0].working.includes(client.processID)))
  } catch (error) {
    // A server that refuses, for instance because of too many connections, is alive.
    return error instanceof pg.DatabaseError ? new Set(clients) : undefined
  } finally {
    probe?.end().catch(() => {})
  }
}

async function openProbe(servers: Servers) {
  const probe = new WatchedClient({ servers, query_timeout: PROBE_MS } as pg.ClientConfig)
  probe.on('error', () => {})
  await probe.connect()
  return probe
}
