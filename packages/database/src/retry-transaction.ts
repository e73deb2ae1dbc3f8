import pg from 'pg'

const ATTEMPTS = 3

/**
 * Retries a transaction after a deadlock, after a migration changed a table of a prepared statement, and if another one
 * has taken the same position in an ordered list.
 */
export async function retryTransaction<Result>(attempt: () => Promise<Result>) {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      const canSucceed = isDeadlock(error) || isPositionTaken(error) || isStalePlan(error)
      if (!canSucceed || attempts === ATTEMPTS) throw error
    }
  }
}

function isDeadlock(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '40P01'
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
