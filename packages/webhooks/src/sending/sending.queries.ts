import { type Kysely, sql } from 'kysely'
import { CHAT_PAUSE } from '../delivery.queries.ts'
import type { WebhookDocument } from '../formats/format.ts'
import type { Attempt } from '../webhook.contract.ts'
import type { WebhookRow } from '../webhook.queries.ts'
import { FAILURES_UNTIL_PAUSE } from './schedule.ts'

/** Longer than anything that is done under a lease: an instance that was killed loses it soon. */
const LEASE = sql`interval '90 seconds'`
const KEPT_ATTEMPTS = 20
/** While an earlier message about the same task has failed fewer times, it goes first. */
const ATTEMPTS_IN_ORDER = 3

/** Receivers that keep failing have slots of their own, so that they never wait in the way of others. */
export type Lane = 'healthy' | 'failing'

/** Leases webhooks that have something to send to this instance, those that waited longest first. */
export async function leaseWebhooks<DB>(
  db: Kysely<DB>,
  { lane, count, lease, now }: { lane: Lane; count: number; lease: string; now: string },
): Promise<WebhookRow[]> {
  const isInLane =
    lane === 'failing'
      ? sql`failures >= ${sql.lit(FAILURES_UNTIL_PAUSE)}`
      : sql`failures < ${sql.lit(FAILURES_UNTIL_PAUSE)}`
  const { rows } = await sql<WebhookRow>`
    update webhooks set lease = ${lease}, leased_until = clock_timestamp() + ${LEASE}, served_at = clock_timestamp()
    where id in (
      select id from webhooks
      where is_enabled and ${isInLane} and (leased_until is null or leased_until < clock_timestamp())
        and (paused_until is null or paused_until <= ${now})
        and exists (select from webhook_deliveries
          where webhook_id = webhooks.id and status = 'waiting' and next_attempt_at <= ${now})
      order by served_at nulls first, id limit ${count} for update skip locked
    )
    returning *`.execute(db)
  return rows
}

export async function releaseWebhook<DB>(db: Kysely<DB>, id: number, lease: string) {
  await sql`update webhooks set lease = null, leased_until = null where id = ${id} and lease = ${lease}`.execute(
    db,
  )
}

/** The webhook, while this instance has its lease and it is enabled. */
export async function findLeased<DB>(db: Kysely<DB>, id: number, lease: string) {
  const { rows } = await sql<WebhookRow>`select * from webhooks where id = ${id} and lease = ${lease}
    and is_enabled and leased_until > clock_timestamp()`.execute(db)
  return rows[0]
}

export interface DueDelivery {
  id: number
  messageId: string
  subjectId: number | null
  attemptCount: number
  document: WebhookDocument
}

/** What is due, oldest first: of each task the oldest message, unless that has failed several times. */
export async function listDue<DB>(
  db: Kysely<DB>,
  webhookId: number,
  { now, limit }: { now: string; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select id, message_id, subject_id, attempt_count, document from webhook_deliveries as delivery
    where webhook_id = ${webhookId} and status = 'waiting' and next_attempt_at <= ${now}
      and not exists (select from webhook_deliveries as earlier
        where earlier.webhook_id = delivery.webhook_id and earlier.subject_id = delivery.subject_id
          and earlier.status = 'waiting' and earlier.id < delivery.id
          and earlier.attempt_count < ${sql.lit(ATTEMPTS_IN_ORDER)})
    order by id limit ${limit}`.execute(db)
  return rows
}

/** What else waits about the same task, for a message to a chat. */
export async function listWaitingOfSubject<DB>(
  db: Kysely<DB>,
  webhookId: number,
  { subjectId, id }: Pick<DueDelivery, 'subjectId' | 'id'>,
): Promise<DueDelivery[]> {
  if (subjectId === null) return []
  const { rows } = await sql<DueDelivery>`
    select id, message_id, subject_id, attempt_count, document from webhook_deliveries
    where webhook_id = ${webhookId} and subject_id = ${subjectId} and status = 'waiting' and id > ${id}
    order by id limit 100`.execute(db)
  return rows
}

/** Records a success of deliveries that one message contained; the receiver counts as healthy again. */
export async function recordDelivered<DB>(
  db: Kysely<DB>,
  webhookId: number,
  ids: number[],
  { attempt, finishedAt }: { attempt: Attempt; finishedAt: string },
) {
  await sql`with recovered as (
      update webhooks set failures = 0, paused_until = null where id = ${webhookId} and failures > 0
    )
    update webhook_deliveries set status = 'delivered', attempt_count = attempt_count + 1, attempts = ${appended(attempt)},
      finished_at = ${finishedAt}
    where id = any(${ids}::bigint[]) and status = 'waiting'`.execute(db)
}

/** Records a failure; without a next attempt, it was the last one. Returns how many have failed in a row. */
export async function recordFailed<DB>(
  db: Kysely<DB>,
  webhookId: number,
  id: number,
  { attempt, nextAttemptAt, now }: { attempt: Attempt; nextAttemptAt: string | null; now: string },
): Promise<number> {
  await sql`update webhook_deliveries set attempt_count = attempt_count + 1, attempts = ${appended(attempt)},
      status = ${nextAttemptAt ? 'waiting' : 'failed'}, next_attempt_at = coalesce(${nextAttemptAt}, next_attempt_at),
      finished_at = case when ${nextAttemptAt}::timestamptz is null then ${now}::timestamptz end
    where id = ${id} and status = 'waiting'`.execute(db)
  const { rows } = await sql<{ failures: number }>`
    update webhooks set failures = failures + 1 where id = ${webhookId} returning failures`.execute(db)
  return rows[0]?.failures ?? 0
}

/** Leaves a chat alone for a while after a message about a task: what waits about it comes as one message. */
export async function pauseSubject<DB>(
  db: Kysely<DB>,
  webhookId: number,
  subjectId: number,
  finishedAt: string,
) {
  await sql`update webhook_deliveries
    set next_attempt_at = greatest(next_attempt_at, ${finishedAt}::timestamptz + ${CHAT_PAUSE})
    where webhook_id = ${webhookId} and subject_id = ${subjectId} and status = 'waiting'`.execute(db)
}

export async function pauseWebhook<DB>(db: Kysely<DB>, id: number, until: string) {
  await sql`update webhooks set paused_until = ${until} where id = ${id} and failures > 0`.execute(db)
}

/** Whether more than `limit` deliveries wait. */
export async function hasOverflow<DB>(db: Kysely<DB>, webhookId: number, limit: number) {
  const { rows } = await sql`select from webhook_deliveries
    where webhook_id = ${webhookId} and status = 'waiting' offset ${limit} limit 1`.execute(db)
  return rows.length > 0
}

function appended(attempt: Attempt) {
  return sql`(case when jsonb_array_length(attempts) >= ${sql.lit(KEPT_ATTEMPTS)} then attempts - 0 else attempts end)
    || ${JSON.stringify([attempt])}::jsonb`
}
