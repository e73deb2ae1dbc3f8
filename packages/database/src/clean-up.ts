import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'

const BATCH = 1000

interface Log {
  error: (details: object, message: string) => void
}

/** Runs the service's clean-up again and again, a little irregularly so that instances do not all come at once. */
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
  /** The column, or columns, that tell its rows apart. */
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
    // Locked, so that a row which somebody is bringing back to life is looked at again or left alone.
    const removed = await sql`
      with past as (
        select ${rowKey} from ${sql.table(table)} where ${isOver} limit ${sql.lit(BATCH)} for update skip locked
      )
      delete from ${sql.table(table)} where (${rowKey}) in (select ${rowKey} from past)`.execute(tx)
    return Number(removed.numAffectedRows ?? 0)
  })
}

/** The lock is the transaction's own: another instance that cleans now just makes us skip this turn. */
export async function isTurnToClean<DB>(tx: Kysely<DB>) {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('clean up')) as free`.execute(tx)
  return rows[0]?.free === true
}
