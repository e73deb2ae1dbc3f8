import { ConnectionLost } from './connections/watched-client.ts'
import { openClient } from './servers.ts'

/**
 * For work of many transactions that runs once at a time across all instances; undefined if it is running. The lock belongs
 * to a connection of its own, so the address must not lead to a pooler in transaction mode.
 */
export async function trySessionLock(url: string, name: string) {
  const client = await openClient(url, { keepAlive: true }).catch(error => {
    throw new ConnectionLost(error)
  })
  const release = () => client.end().catch(() => {})
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as is_locked', [name])
    if (rows[0].is_locked) return { release }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}
