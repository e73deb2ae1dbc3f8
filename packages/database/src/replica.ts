import { setTimeout as sleep } from 'node:timers/promises'
import { createCounter, type Measure } from '@atrium/core/measure'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type ConnectOptions, connect } from './connect.ts'
import { ConnectionLost } from './connections/watched-client.ts'
import { prepared } from './prepared.ts'
import { CURRENT_TIMELINE, openClient } from './servers.ts'

/** How long a read waits for the replica to catch up, in all: 127 ms. */
const CATCH_UP_PAUSES_MS = [1, 2, 4, 8, 16, 32, 64]
const RETRY_MS = 2000

export interface Replica<Database> {
  /**
   * Runs a read on the replica, which has everything that was committed before; on the primary if there is no replica,
   * or if it is unreachable or lagging. `read` can run twice.
   */
  read: <Result>(read: (db: Kysely<Database>) => Promise<Result>) => Promise<Result>
  measures: Measure[]
  close: () => Promise<void>
}

interface ReplicaOptions<Database> extends Omit<ConnectOptions, 'onQuery' | 'onError'> {
  primary: Kysely<Database>
  url: string | undefined
  log: Log
}

interface Log {
  info: (details: object, message: string) => void
  warn: (details: object, message: string) => void
}

export function openReplica<Database>(options: ReplicaOptions<Database>): Replica<Database> {
  const { primary, url, log, ...connectOptions } = options
  if (!url) return { read: read => read(primary), measures: [], close: async () => {} }

  const replica = connect<Database>(url, { ...connectOptions, onError: suspend })
  const reads = createCounter('replica', 'primary')
  /** While it is away or behind, no request waits for it. */
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function read<Result>(work: (db: Kysely<Database>) => Promise<Result>) {
    if (!retry) {
      try {
        const result = await readReplica(work)
        reads.add('replica')
        return result
      } catch (error) {
        if (!(error instanceof ReplicaUnusable)) throw error
        suspend(error)
      }
    }
    reads.add('primary')
    return work(primary)
  }

  async function readReplica<Result>(work: (db: Kysely<Database>) => Promise<Result>) {
    const [position] = await readPosition(primary as Kysely<unknown>)
    let hasStarted = false
    try {
      return await replica.connection().execute(async db => {
        if (!(await catchesUp(db, position as Position))) throw new ReplicaUnusable('it is behind')
        hasStarted = true
        return await work(db)
      })
    } catch (error) {
      if (hasStarted && !isInterruption(error)) throw error
      throw error instanceof ReplicaUnusable ? error : new ReplicaUnusable((error as Error).message)
    }
  }

  function suspend({ message }: Error) {
    if (retry) return
    log.warn({ reason: message }, 'the replica is not used: lists and reports are read from the primary')
    retry = setTimeout(tryAgain, RETRY_MS).unref()
  }

  async function tryAgain() {
    try {
      await readReplica(async () => {})
      retry = undefined
      log.info({}, 'the replica is used again')
    } catch {
      if (!isClosed) retry = setTimeout(tryAgain, RETRY_MS).unref()
    }
  }

  return {
    read,
    measures: [
      {
        name: 'atrium_database_replica_reads_total',
        help: 'Lists and reports, by the server that they were read from',
        type: 'counter',
        label: 'server',
        read: reads.read,
      },
    ],
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await replica.destroy()
    },
  }
}

/** It has not caught up, cannot be reached, or has interrupted the read. */
class ReplicaUnusable extends Error {}

/** A place in the write-ahead log, which is the same on another server only if the other two are. */
interface Position {
  system: string
  timeline: number
  position: string
}

interface Comparison {
  isFollowing: boolean
  /** Null for a server that accepts writes. */
  bytesBehind: number | null
}

/** What is acknowledged has been flushed: it is not after this position. */
const POSITION = `select (select system_identifier::text from pg_control_system()) as system,
  ${CURRENT_TIMELINE} as timeline, pg_current_wal_flush_lsn()::text as position`

/**
 * A standby knows the timeline of its last checkpoint only. After a failover it is not used until its next one, because
 * it may still follow the old primary.
 */
const COMPARISON = `select
  pg_is_in_recovery() and system_identifier = $1::bigint and timeline_id = $2::int as "isFollowing",
  pg_wal_lsn_diff($3::pg_lsn, pg_last_wal_replay_lsn())::float8 as "bytesBehind"
  from pg_control_system(), pg_control_checkpoint()`

const readPosition = prepared<unknown, [], Position>(() => sql.raw<Position>(POSITION))

async function catchesUp<Database>(db: Kysely<Database>, { system, timeline, position }: Position) {
  const comparison = CompiledQuery.raw(COMPARISON, [system, timeline, position])
  for (const pause of [0, ...CATCH_UP_PAUSES_MS]) {
    if (pause > 0) await sleep(pause)
    const { rows } = await db.executeQuery<Comparison>(comparison as CompiledQuery<Comparison>)
    const { isFollowing, bytesBehind } = rows[0] as Comparison
    if (!isFollowing) throw new ReplicaUnusable('it does not follow the primary')
    if (bytesBehind !== null && bytesBehind <= 0) return true
  }
  return false
}

/** For people who look for the reason. */
export async function compareWithPrimary(primary: pg.Client, url: string): Promise<Comparison> {
  const standby = await openClient(url)
  try {
    const { rows: positions } = await primary.query<Position>(POSITION)
    const { system, timeline, position } = positions[0] as Position
    const { rows } = await standby.query<Comparison>(COMPARISON, [system, timeline, position])
    return rows[0] as Comparison
  } finally {
    await standby.end()
  }
}

/** Restarts, promotions, and reads that stood in the way of a change from the primary for too long (40001). */
function isInterruption(error: unknown) {
  if (error instanceof ConnectionLost) return true
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code?.startsWith('57P'))
}
