import { createDistribution, observe } from '@atrium/core/measure'
import pg from 'pg'
import { createServers, type Servers, tryServers } from '../servers.ts'
import { closeSilentConnections } from './silent-connections.ts'
import { Turns } from './turns.ts'
import { ConnectionLost, WatchedClient } from './watched-client.ts'

/** For a free connection, when all are in use. */
const TURN_MS = 10_000
const WAIT_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]

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
