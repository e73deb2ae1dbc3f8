import { isShipped } from '@atrium/audit/audit-shipping'
import { isForgotten } from '@atrium/database/change-log'
import { isTurnToClean, type Rule, removeInBatches, repeatBatches } from '@atrium/database/clean-up'
import { isSeenByAll } from '@atrium/database/outbox/outbox'
import { retriedTransaction } from '@atrium/database/retry-transaction'
import { inTransaction } from '@atrium/database/transaction'
import { keptSince } from '@atrium/jobs/retention'
import type { Retention } from '@atrium/jobs/service-health.contract'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'
import { MAX_SESSION_DAYS } from './user-session.contract.ts'

const BATCH = 1000
const DAY_MS = 86_400_000

export async function cleanUp(deps: Deps) {
  const { db, now, settings } = deps
  const at = now().toISOString()
  let removed = await repeatBatches(() => removeTokens(db, at), BATCH)
  for (const rule of rulesAt(now(), settings)) removed += await removeInBatches(db, rule)
  removed += await removeUnusedClients(deps)
  await sql`update signing_keys set private_key = null
    where verifies_until < ${at} and private_key is not null`.execute(db)
  return removed
}

/** Clients that nobody has created, and that no user has allowed within a day. */
function removeUnusedClients(deps: Deps) {
  const dayAgo = new Date(deps.now().getTime() - DAY_MS).toISOString()
  return inTransaction(deps, async (tx, emit) => {
    if (!(await isTurnToClean(tx))) return 0
    const { rows } = await sql`delete from clients where id in (
      select id from clients
      where source <> 'administrator' and greatest(created_at, document_valid_until) < ${dayAgo}
        and not exists (select from consents where consents.client_id = clients.id)
        and not exists (select from token_families where token_families.client_id = clients.id)
        and not exists (select from authorization_codes where authorization_codes.client_id = clients.id)
        and not exists (select from device_codes where device_codes.client_id = clients.id)
      limit ${sql.lit(BATCH)} for update skip locked) returning id`.execute(tx)
    if (rows.length > 0) await emit({ type: 'ClientChanged' })
    return rows.length
  })
}

/** Expired tokens with their refresh tokens; a family is deleted with its last token. */
function removeTokens(db: Database, at: string) {
  return retriedTransaction(db, async tx => {
    if (!(await isTurnToClean(tx))) return 0
    const { rows } = await sql<{ familyId: number | null }>`
      delete from access_tokens where id in (${expiredTokens(at)}) returning family_id`.execute(tx)
    const families = [...new Set(rows.flatMap(({ familyId }) => familyId ?? []))]
    // Locked first, so that the next statement sees what a refresh has just added.
    await sql`select from token_families where id = any(${families}::bigint[]) order by id for update`.execute(
      tx,
    )
    await sql`delete from token_families where id = any(${families}::bigint[])
      and not exists (select from access_tokens where family_id = token_families.id)`.execute(tx)
    return rows.length
  })
}

export function expiredTokens(at: string) {
  return sql`select id from access_tokens where keep_until < ${at} limit ${sql.lit(BATCH)} for update skip locked`
}

/** A used code is kept for a day to detect its second use. */
function rulesAt(now: Date, settings: Settings): Rule[] {
  const at = now.toISOString()
  const hourAgo = new Date(now.getTime() - DAY_MS / 24).toISOString()
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString()
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS).toISOString()
  const yearAgo = new Date(now.getTime() - 365 * DAY_MS).toISOString()
  const auditSince = keptSince(now, settings.AUDIT_KEEP_DAYS)
  const signInsSince = keptSince(now, settings.SIGN_INS_KEEP_DAYS)
  const { OAUTH2_ACCESS_TOKEN_TTL, OAUTH2_REFRESH_TOKEN_TTL } = settings
  const maxLifetime = (OAUTH2_ACCESS_TOKEN_TTL + OAUTH2_REFRESH_TOKEN_TTL) * 1000 + MAX_SESSION_DAYS * DAY_MS
  const oldestFamily = new Date(now.getTime() - maxLifetime).toISOString()
  return [
    { table: 'token_families', key: 'id', isOver: sql`created_at < ${oldestFamily}` }, // those without tokens
    {
      table: 'application_sessions',
      key: ['session_id', 'client_id'],
      isOver: sql`started_at < ${oldestFamily}`,
    },
    { table: 'authorization_codes', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'upstream_sign_ins', key: 'state', isOver: sql`expires_at < ${at}` },
    { table: 'email_codes', key: 'id', isOver: sql`expires_at < ${hourAgo}` },
    { table: 'device_codes', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'used_form_tokens', key: 'token', isOver: sql`expires_at < ${at}` },
    { table: 'used_challenges', key: 'challenge', isOver: sql`expires_at < ${at}` },
    { table: 'known_browsers', key: ['user_id', 'browser'], isOver: sql`seen_at < ${yearAgo}` },
    { table: 'sign_in_failures', key: 'subject', isOver: sql`first_failed_at < ${dayAgo}` },
    { table: 'mail_tokens', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'personal_tokens', key: 'id', isOver: sql`least(revoked_at, expires_at) < ${monthAgo}` },
    { table: 'user_changes', key: 'xid', isOver: isForgotten('user_changes') },
    { table: 'idempotent_requests', key: ['actor', 'key'], isOver: sql`created_at < ${dayAgo}` },
    { table: 'instances', key: 'instance', isOver: sql`seen_at < ${dayAgo}` },
    { table: 'backups', key: 'id', isOver: sql`started_at < ${yearAgo}` },
    { table: 'announcements', key: 'id', isOver: sql`at < ${hourAgo}` },
    { table: 'announcers', key: 'instance', isOver: sql`valid_until < ${hourAgo}` },
    {
      table: 'audit_entries',
      key: 'id',
      isOver: sql`(at < ${auditSince ?? '-infinity'}
        or action like 'sign-in.%' and at < ${signInsSince ?? '-infinity'}) and ${isShipped(settings)}
        and ${isSeenByAll({ table: 'audit_entries' })}`,
    },
    { table: 'webhook_deliveries', key: 'id', isOver: sql`created_at < ${monthAgo}` },
  ]
}

/** For the health page. */
export function retentionOf({ AUDIT_KEEP_DAYS, SIGN_INS_KEEP_DAYS }: Settings): Retention[] {
  return [
    { what: 'audit', days: AUDIT_KEEP_DAYS || null },
    { what: 'signIns', days: SIGN_INS_KEEP_DAYS || null },
  ]
}
