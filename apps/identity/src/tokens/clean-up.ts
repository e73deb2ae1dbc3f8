import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Deps } from '#deps.ts'

const EVERY_MS = 60_000
const BATCH = 1000
const DAY_MS = 86_400_000
const AUDIT_KEPT_DAYS = 180

/** Removes what is past its time, in small batches, on one instance at a time. */
export function startCleaning(deps: Deps) {
  const stopped = new AbortController()
  const rounds = async () => {
    for (;;) {
      await sleep(EVERY_MS * (0.5 + Math.random()), undefined, { ref: false, signal: stopped.signal })
      await cleanUp(deps).catch(error => deps.log.error({ err: error }, 'cleaning up failed'))
    }
  }
  rounds().catch(() => {}) // stopped
  return () => stopped.abort()
}

interface Rule {
  table: string
  key: string
  isOver: RawBuilder<unknown>
}

export async function cleanUp({ db, now }: Deps) {
  const at = now().toISOString()
  for (const rule of rulesAt(now())) await removeInBatches(db, rule)
  await sql`update signing_keys set private_key = null
    where verifies_until < ${at} and private_key is not null`.execute(db)
}

/** A used code is kept for a day, so that its second use is noticed; a rotated refresh token until it would have ended. */
function rulesAt(now: Date): Rule[] {
  const at = now.toISOString()
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
  const auditKeptSince = new Date(now.getTime() - AUDIT_KEPT_DAYS * DAY_MS).toISOString()
  const hasNoRefreshToken = sql`not exists (select from refresh_tokens where access_token_id = access_tokens.id)`
  const hasNoToken = sql`not exists (select from access_tokens where family_id = token_families.id)`
  return [
    { table: 'refresh_tokens', key: 'id', isOver: sql`expires_at < ${at}` },
    { table: 'access_tokens', key: 'id', isOver: sql`expires_at < ${at} and ${hasNoRefreshToken}` },
    { table: 'token_families', key: 'id', isOver: sql`created_at < ${dayAgo} and ${hasNoToken}` },
    { table: 'authorization_codes', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'used_form_tokens', key: 'token', isOver: sql`expires_at < ${at}` },
    { table: 'sign_in_failures', key: 'subject', isOver: sql`first_failed_at < ${dayAgo}` },
    { table: 'mail_tokens', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'audit_entries', key: 'id', isOver: sql`at < ${auditKeptSince}` },
  ]
}

async function removeInBatches(db: Database, rule: Rule) {
  while ((await removeBatch(db, rule)) === BATCH) {}
}

/** The lock is the transaction's own: another instance that cleans now just makes us skip this turn. */
function removeBatch(db: Database, { table, key, isOver }: Rule): Promise<number> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(hashtext('clean up')) as free`.execute(tx)
    if (!rows[0]?.free) return 0
    const removed = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in
      (select ${sql.ref(key)} from ${sql.table(table)} where ${isOver} limit ${sql.lit(BATCH)})`.execute(tx)
    return Number(removed.numAffectedRows ?? 0)
  })
}
