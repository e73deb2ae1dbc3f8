import { setTimeout as sleep } from 'node:timers/promises'
import { createCounter, type Measure } from '@atrium/core/measure'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { retriedTransaction } from './retry-transaction.ts'

const BATCH = 1000

interface Log {
  error: (details: object, message: string) => void
}

export type Cleaning = ReturnType<typeof startCleaning>

/** Runs the service's clean-up, which returns how many rows it deleted, at random intervals: instances take turns. */
export function startCleaning(cleanUp: () => Promise<number>, everyMs: number, log: Log) {
  const stopped = new AbortController()
  const runs = createCounter('succeeded', 'failed')
  const rows = createCounter('deleted')
  let lastAt: Date | undefined

  async function run() {
    try {
      rows.add('deleted', await cleanUp())
      runs.add('succeeded')
      lastAt = new Date()
    } catch (error) {
      runs.add('failed')
      log.error({ err: error }, 'cleaning up failed')
    }
  }

  const rounds = async () => {
    for (;;) {
      await sleep(everyMs * (0.5 + Math.random()), undefined, { ref: false, signal: stopped.signal })
      await run()
    }
  }
  rounds().catch(() => {}) // stopped

  const measures: Measure[] = [
    {
      name: 'atrium_clean_up_runs_total',
      help: 'Runs of the clean-up of expired data',
      type: 'counter',
      label: 'outcome',
      read: runs.read,
    },
    {
      name: 'atrium_clean_up_rows_total',
      help: 'Rows that the clean-up deleted',
      type: 'counter',
      read: () => rows.read().deleted,
    },
    {
      name: 'atrium_clean_up_last_success_timestamp_seconds',
      help: 'When the clean-up last succeeded; 0 before its first run',
      read: () => (lastAt?.getTime() ?? 0) / 1000,
    },
  ]
  return { stop: () => stopped.abort(), measures, lastAt: () => lastAt }
}

export interface Rule {
  table: string
  /** The column or columns of its primary key. */
  key: string | string[]
  isOver: RawBuilder<unknown>
}

/** In small batches, on one instance at a time. Returns how many rows were deleted. */
export async function removeInBatches<DB>(db: Kysely<DB>, rule: Rule) {
  return repeatBatches(() => removeBatch(db, rule), BATCH)
}

/** Removes batches until one is not full. */
export async function repeatBatches(removeBatch: () => Promise<number>, size: number) {
  let total = 0
  for (;;) {
    const removed = await removeBatch()
    total += removed
    if (removed < size) return total
  }
}

function removeBatch<DB>(db: Kysely<DB>, { table, key, isOver }: Rule): Promise<number> {
  const rowKey = sql.join([key].flat().map(column => sql.ref(column)))
  return retriedTransaction(db, async tx => {
    if (!(await isTurnToClean(tx))) return 0
    // Locked, so that a row that is being restored concurrently is checked again or skipped.
    const removed = await sql`
      with past as (
        select ${rowKey} from ${sql.table(table)} where ${isOver} limit ${sql.lit(BATCH)} for update skip locked
      )
      delete from ${sql.table(table)} where (${rowKey}) in (select ${rowKey} from past)`.execute(tx)
    return Number(removed.numAffectedRows ?? 0)
  })
}

/** The lock ends with the transaction; while another instance cleans up, this one skips its turn. */
export async function isTurnToClean<DB>(tx: Kysely<DB>) {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('clean up')) as free`.execute(tx)
  return rows[0]?.free === true
}
