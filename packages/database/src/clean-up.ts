import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'

const BATCH = 1000

interface Log {
  error: (details: object, message: string) => void
}

/** Runs the service's clean-up at random intervals, so that instances do not run it at the same time. */
export function startCleaning(cleanUp: () => Promise<void>, everyMs: number, log: Log) {
  const stopped = new AbortController()
  const rounds = async () => {
    for (;;) {
      await sleep(everyMs * (0.5 + Math.random()), undefined, { ref: false, signal: stopped.signal })
      await cleanUp().catch(error => log.error({ err: error }, 'cleaning up failed'))
    }
  }
  rounds().catch(() => {}) // stopped
  return () => stopped.abort()
}

export interface Rule {
  table: string
  /** The column or columns of its primary key. */
  key: string | string[]
  isOver: RawBuilder<unknown>
}

/** In small batches, on one instance at a time. */
export async function removeInBatches<DB>(db: Kysely<DB>, rule: Rule) {
  while ((await removeBatch(db, rule)) === BATCH) {}
}

function removeBatch<DB>(db: Kysely<DB>, { table, key, isOver }: Rule): Promise<number> {
  const rowKey = sql.join([key].flat().map(column => sql.ref(column)))
  return db.transaction().execute(async tx => {
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
