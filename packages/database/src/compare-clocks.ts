import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'

/** Tokens are refused when the clocks of two machines differ by more than a minute. */
const WARNING_MS = 20_000

/** Warns at the start if the clocks of this machine and the database differ, because sign-ins would fail. */
export async function compareClocks<Database>(db: Kysely<Database>, now: () => Date, log: FastifyBaseLogger) {
  const before = now().getTime()
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)
  const after = now().getTime()
  const behind = Date.parse(rows[0]?.at ?? '') - (before + after) / 2
  if (Math.abs(behind) < WARNING_MS) return
  const seconds = Math.round(Math.abs(behind) / 1000)
  const way = behind > 0 ? 'behind' : 'ahead of'
  log.warn(
    { seconds },
    `the clock of this machine is ${seconds} s ${way} the clock of the database: sign-ins fail when clocks differ; synchronize them with NTP`,
  )
}
