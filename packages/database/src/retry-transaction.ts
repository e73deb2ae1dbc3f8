import pg from 'pg'

const ATTEMPTS = 3

/** Retries a transaction after a deadlock, or after a migration changed a table of a prepared statement. */
export async function retryTransaction<Result>(attempt: () => Promise<Result>) {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01'
      if (!(isDeadlock || isStalePlan(error)) || attempts === ATTEMPTS) throw error
    }
  }
}

/** "cached plan must not change result type": the columns of a prepared statement are no longer the same. */
export function isStalePlan(error: unknown) {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
