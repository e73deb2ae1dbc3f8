import { type Rule, removeInBatches } from '@atrium/database/clean-up'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'

const DAY_MS = 86_400_000
const AUDIT_KEPT_DAYS = 180

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
  const yearAgo = new Date(now.getTime() - 365 * DAY_MS).toISOString()
  const auditKeptSince = new Date(now.getTime() - AUDIT_KEPT_DAYS * DAY_MS).toISOString()
  const hasNoRefreshToken = sql`not exists (select from refresh_tokens where access_token_id = access_tokens.id)`
  const hasNoToken = sql`not exists (select from access_tokens where family_id = token_families.id)`
  return [
    { table: 'refresh_tokens', key: 'id', isOver: sql`expires_at < ${at}` },
    { table: 'access_tokens', key: 'id', isOver: sql`expires_at < ${at} and ${hasNoRefreshToken}` },
    { table: 'token_families', key: 'id', isOver: sql`created_at < ${dayAgo} and ${hasNoToken}` },
    { table: 'authorization_codes', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'used_form_tokens', key: 'token', isOver: sql`expires_at < ${at}` },
    { table: 'used_challenges', key: 'challenge', isOver: sql`expires_at < ${at}` },
    { table: 'known_browsers', key: ['user_id', 'browser'], isOver: sql`seen_at < ${yearAgo}` },
    { table: 'sign_in_failures', key: 'subject', isOver: sql`first_failed_at < ${dayAgo}` },
    { table: 'mail_tokens', key: 'id', isOver: sql`expires_at < ${dayAgo}` },
    { table: 'audit_entries', key: 'id', isOver: sql`at < ${auditKeptSince}` },
  ]
}
