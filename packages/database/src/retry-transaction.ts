import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'

const ATTEMPTS = 3

/**
 * Retries a transaction that lost a conflict with a concurrent one, after a migration changed a table of a prepared
 * statement, and if another one has taken the same position in an ordered list.
 */
export async function retryTransaction<Result>(attempt: () => Promise<Result>) {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      const canSucceed = isLostConflict(error) || isPositionTaken(error) || isStalePlan(error)
      if (!canSucceed || attempts === ATTEMPTS) throw error
    }
  }
}

/** A transaction without events, retried in the same cases. */
export function retriedTransaction<Database, Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<Result>,
) {
  return retryTransaction(() => db.transaction().execute(work))
}

/**
 * Whether PostgreSQL gave up this transaction in favor of a concurrent one: a deadlock (40P01) or a serialization failure
 * (40001). Nothing of it has happened, so it can be repeated.
 */
export function isLostConflict(error: unknown) {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
}

/** Whether a column that has to have a value would have had none. */
export function isMissingValue(error: unknown, table: string, column: string) {
  const isMissing = error instanceof pg.DatabaseError && error.code === '23502'
  return isMissing && error.table === table && error.column === column
}

function isPositionTaken(error: unknown) {
  const { code, constraint } = error instanceof pg.DatabaseError ? error : {}
  return code === '23505' && constraint?.endsWith('_position_key')
}

/** "cached plan must not change result type": the columns of a prepared statement are no longer the same. */
export function isStalePlan(error: unknown) {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
