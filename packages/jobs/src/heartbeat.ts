import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Distribution } from '@atrium/core/measure'
import { type Kysely, sql } from 'kysely'
import type { InstanceState } from './service-health.contract.ts'

const EVERY_MS = 30_000

interface HeartbeatOptions<Database> {
  db: Kysely<Database>
  version: string
  readState: () => Promise<InstanceState>
  onError: (error: Error) => void
}

/** Writes twice a minute that this process runs and how it is doing, until it is stopped. */
export function createHeartbeat<Database>({ db, version, readState, onError }: HeartbeatOptions<Database>) {
  const instance = randomUUID()
  const worker = Number(process.env.ATRIUM_WORKER) || null
  const startedAt = new Date().toISOString()
  let timer: NodeJS.Timeout | undefined

  async function beat() {
    const state = JSON.stringify(await readState())
    await sql`insert into instances (instance, version, host, worker, started_at, seen_at, state)
      values (${instance}, ${version}, ${hostname()}, ${worker}::int, ${startedAt}, now(), ${state}::jsonb)
      on conflict (instance) do update set seen_at = excluded.seen_at, state = excluded.state`.execute(db)
  }

  return {
    beat,
    start: () => {
      const run = () => void beat().catch(onError)
      run()
      timer = setInterval(run, EVERY_MS).unref()
    },
    stop: async () => {
      if (!timer) return
      clearInterval(timer)
      await sql`delete from instances where instance = ${instance}`.execute(db).catch(() => {})
    },
  }
}

/** The average of what was observed since the last call; null if nothing was. */
export function createAverage(distribution: Distribution) {
  let before = { sum: 0, count: 0 }
  return () => {
    const now = { sum: distribution.sum, count: distribution.counts.reduce((sum, count) => sum + count, 0) }
    const count = now.count - before.count
    const average = count === 0 ? null : (now.sum - before.sum) / count
    before = now
    return average
  }
}
