import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Deps } from '#deps.ts'

const EVERY_MS = 60_000
const BATCH = sql.lit(1000)
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

export async function cleanUp({ db, now }: Deps) {
  const at = now().toISOString()
  const auditKeptSince = new Date(now().getTime() - AUDIT_KEPT_DAYS * DAY_MS).toISOString()
  const dayAgo = new Date(now().getTime() - DAY_MS).toISOString()
  // A used code is kept for a day, so that its second use is noticed; a rotated refresh token until it would have ended.
  await removeInBatches(
    db,
    sql`delete from refresh_tokens where id in
    (select id from refresh_tokens where expires_at < ${at} limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from access_tokens where id in
    (select id from access_tokens where expires_at < ${at}
      and not exists (select from refresh_tokens where refresh_tokens.access_token_id = access_tokens.id) limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from token_families where id in
    (select id from token_families where created_at < ${dayAgo}
      and not exists (select from access_tokens where access_tokens.family_id = token_families.id) limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from authorization_codes where id in
    (select id from authorization_codes where expires_at < ${dayAgo} limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from used_form_tokens where token in
    (select token from used_form_tokens where expires_at < ${at} limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from sign_in_failures where subject in
    (select subject from sign_in_failures where first_failed_at < ${dayAgo} limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from mail_tokens where id in
    (select id from mail_tokens where expires_at < ${dayAgo} limit ${BATCH})`,
  )
  await removeInBatches(
    db,
    sql`delete from audit_entries where id in
    (select id from audit_entries where at < ${auditKeptSince} limit ${BATCH})`,
  )
  await sql`update signing_keys set private_key = null where verifies_until < ${at} and private_key is not null`.execute(
    db,
  )
}

/** The lock is the transaction's own: another instance that cleans now just makes us skip this turn. */
async function removeInBatches(db: Database, statement: ReturnType<typeof sql>) {
  for (;;) {
    const removed = await db.transaction().execute(async tx => {
      const { rows } = await sql<{
        free: boolean
      }>`select pg_try_advisory_xact_lock(hashtext('clean up')) as free`.execute(tx)
      return rows[0]?.free ? Number((await statement.execute(tx)).numAffectedRows ?? 0) : 0
    })
    if (removed < 1000) return
  }
}
