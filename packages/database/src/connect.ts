import { createDistribution, type Measure } from '@atrium/core/measure'
import { Kysely, type LogEvent, type PostgresPool, sql } from 'kysely'
import { openPool, type WatchedPool } from './connections/pool.ts'
import { createClient } from './connections/preparing-client.ts'
import { camelCaseNames } from './connections/result-rows.ts'
import { openSharedReads, type SharedReads } from './connections/shared-reads.ts'
import { JoiningDialect } from './outer-transaction.ts'

export interface ConnectOptions {
  /** Transactions at the same time; there are a few more connections for reads. */
  size?: number
  onError: (error: Error) => void
  onQuery?: (event: LogEvent) => void
  /** For statements that read them with `connectionSetting`. */
  settings?: Record<string, string>
  /**
   * The address leads to a pooler that lends a server connection for one transaction: settings and named statements do
   * not stay with ours.
   */
  isPooled?: boolean
  /** A pooler can keep them for its clients, as PgBouncer does from version 1.21 on. */
  preparesStatements?: boolean
}

const MAX_TRANSACTIONS = 10
/** Connections that transactions leave for reads: two that reads share, and one for a slow read. */
const RESERVED_FOR_READS = 3
/** Behind a pooler, its configuration has to set them: `warnOfMissingTimeouts`. */
const TIMEOUTS = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
  lock_timeout: '10s',
}

/** Up to twenty for all workers of a service, but enough for each to work on some requests at a time. */
export function transactionsPerWorker(workers: number) {
  return Math.min(MAX_TRANSACTIONS, Math.max(4, Math.ceil(20 / workers)))
}

export function connect<Database>(
  url: string,
  {
    size = MAX_TRANSACTIONS,
    onError,
    onQuery,
    settings = {},
    isPooled = false,
    preparesStatements = !isPooled,
  }: ConnectOptions,
): Kysely<Database> {
  const pool = openPool(url, {
    max: size + RESERVED_FOR_READS,
    transactions: size,
    Client: createClient(isPooled ? settings : undefined, preparesStatements),
    ...(!isPooled && { options: sessionOptions({ timezone: 'UTC', ...TIMEOUTS, ...settings }) }),
    onError,
  })
  const db = openKysely<Database>(pool, onQuery)
  const transactions = openKysely<Database>(new TransactionPool(pool), onQuery)
  // A log has to see every statement, so all of them go through Kysely.
  const sharedReads = onQuery ? undefined : openSharedReads(pool)
  return Object.defineProperties(db, {
    transaction: { value: () => transactions.transaction() },
    destroy: { value: async () => pool.ending || pool.end() },
    startTransaction: { value: () => transactions.startTransaction() },
    [POOL]: { value: pool },
    [SHARED_READS]: { value: sharedReads },
  })
}

function openKysely<Database>(pool: PostgresPool, log: ConnectOptions['onQuery']) {
  return new Kysely<Database>({ dialect: new JoiningDialect({ pool }), plugins: [camelCaseNames], log })
}

/** The share of a pool that transactions can use, as Kysely sees it. */
class TransactionPool implements PostgresPool {
  readonly #pool: WatchedPool
  readonly options: object

  constructor(pool: WatchedPool) {
    this.#pool = pool
    this.options = pool.options
  }

  connect() {
    return this.#pool.connectForTransaction()
  }

  end() {
    return this.#pool.end()
  }
}

const POOL = Symbol('pool')
const SHARED_READS = Symbol('shared reads')

/** Undefined for a transaction, whose statements need its own connection. */
export function sharedReadsOf(db: object) {
  return (db as { [SHARED_READS]?: SharedReads })[SHARED_READS]
}

/** How many connections are open, how many of them idle, and how many statements wait for one. */
export function countConnections(db: object): Record<string, number> {
  const pool = poolOf(db)
  return pool ? { open: pool.totalCount, idle: pool.idleCount, waited_for: pool.waiting } : {}
}

export function poolMeasures(db: object): Measure[] {
  return [
    {
      name: 'atrium_database_connections',
      help: 'Connections of the pool, and statements that wait for one',
      label: 'state',
      read: () => ({ ...countConnections(db), in_use: poolState(db).inUse }),
    },
    {
      name: 'atrium_database_connections_max',
      help: 'Connections that the pool opens at most',
      read: () => poolOf(db)?.options.max ?? 0,
    },
    {
      name: 'atrium_database_wait_seconds',
      help: 'How long statements waited for a connection of the pool',
      type: 'histogram',
      read: () => poolOf(db)?.waits ?? createDistribution([]),
    },
  ]
}

export function poolState(db: object) {
  const { open = 0, idle = 0, waited_for: waiting = 0 } = countConnections(db)
  return { inUse: open - idle, max: poolOf(db)?.options.max ?? 0, waiting }
}

function poolOf(db: object) {
  return (db as { [POOL]?: WatchedPool })[POOL]
}

function sessionOptions(settings: Record<string, string>) {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}

/** Without them, a statement or a forgotten transaction can keep its locks for ever. */
export async function warnOfMissingTimeouts<Database>(db: Kysely<Database>, log: Log) {
  const names = Object.keys(TIMEOUTS)
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name = any(${names}) and setting = '0' order by name`.execute(db)
  const missing = rows.map(({ name }) => name)
  if (missing.length === 0) return
  log.warn(
    { missing },
    `database connections have no ${missing.join(' and ')}: set them in connect_query of the pooler, as in deploy/pgbouncer.ini`,
  )
}

/** Tokens are refused when the clocks of two machines differ by more than a minute. */
const CLOCK_WARNING_MS = 20_000

interface Log {
  warn: (details: object, message: string) => void
}

/** Warns at the start if the clocks of this machine and the database differ, because sign-ins would fail. */
export async function compareClocks<Database>(db: Kysely<Database>, now: () => Date, log: Log) {
  const before = now().getTime()
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  const after = now().getTime()
  const behind = Date.parse(rows[0]?.at ?? '') - (before + after) / 2
  if (Math.abs(behind) < CLOCK_WARNING_MS) return
  const seconds = Math.round(Math.abs(behind) / 1000)
  const way = behind > 0 ? 'behind' : 'ahead of'
  log.warn(
    { seconds },
    `the clock of this machine is ${seconds} s ${way} the clock of the database: sign-ins fail when clocks differ; synchronize them with NTP`,
  )
}
