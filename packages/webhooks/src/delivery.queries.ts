import type { Page } from '@atrium/core/paging'
import { listReply } from '@atrium/core/paging'
import { type Kysely, sql } from 'kysely'
import type { WebhookDocument } from './formats/format.ts'
import { isChat } from './formats/formats.ts'
import type { Attempt, DeliveryStatus, WebhookDelivery, WebhookFormatName } from './webhook.contract.ts'

/** How long a chat is left alone after a message about a task (decision 55). */
export const CHAT_PAUSE = sql`interval '5 minutes'`

/** A message to a webhook. */
export interface NewDelivery {
  webhookId: number
  format: WebhookFormatName
  /** The stored event, which reaches a webhook once; null for a message that no event stands behind. */
  eventId: number | null
  /** What the event is about, such as a task: messages about it keep their order. */
  subjectId: number | null
  document: WebhookDocument
}

/**
 * Writes deliveries to enabled webhooks, each event once, in the caller's transaction. Returns how many were written.
 * `ofProjects` is for the service whose webhooks belong to projects.
 */
export async function insertDeliveries<DB>(
  tx: Kysely<DB>,
  deliveries: NewDelivery[],
  { now, ofProjects }: { now: string; ofProjects: boolean },
): Promise<number> {
  if (deliveries.length === 0) return 0
  const rows = deliveries.map(({ format, document, ...delivery }) => ({
    ...delivery,
    type: document.type,
    document,
    isChat: isChat(format),
  }))
  const [into, from] = ofProjects ? [sql`project_id, `, sql`webhooks.project_id, `] : [sql``, sql``]
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_deliveries (${into}webhook_id, event_id, type, subject_id, document, next_attempt_at, created_at)
    select ${from}webhooks.id, "eventId", message.type, "subjectId", document,
      case when "isChat" and "subjectId" is not null then greatest(${now}::timestamptz, (
          select max(earlier.finished_at) + ${CHAT_PAUSE} from webhook_deliveries as earlier
          where earlier.webhook_id = webhooks.id and earlier.subject_id = "subjectId" and earlier.status = 'delivered'))
        else ${now}::timestamptz end,
      ${now}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb) as ("webhookId" bigint, "eventId" bigint,
      type text, "subjectId" bigint, document jsonb, "isChat" boolean)) with ordinality as message
    join webhooks on webhooks.id = "webhookId" and webhooks.is_enabled
    order by ordinality
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** PostgreSQL does not store unpaired surrogates. */
function storable(_key: string, value: unknown) {
  return typeof value === 'string' ? value.toWellFormed() : value
}

const columns = sql`id, webhook_id, message_id, type, status, attempt_count,
  case when status = 'waiting' then next_attempt_at end as next_attempt_at, finished_at, created_at, attempts, document`

export async function listDeliveries<DB>(
  db: Kysely<DB>,
  webhookId: number,
  { status, page }: { status: DeliveryStatus | undefined; page: Page },
) {
  const where = sql`webhook_id = ${webhookId} and (${status ?? null}::text is null or status = ${status ?? null})`
  const { rows } = await sql<WebhookDelivery>`select ${columns} from webhook_deliveries where ${where}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: totals } = await sql<{ total: number }>`
    select count(*) as total from webhook_deliveries where ${where}`.execute(db)
  return listReply(rows, totals[0]?.total ?? 0, page)
}

export async function getDelivery<DB>(db: Kysely<DB>, id: number): Promise<WebhookDelivery> {
  const { rows } =
    await sql<WebhookDelivery>`select ${columns} from webhook_deliveries where id = ${id}`.execute(db)
  return rows[0] as WebhookDelivery
}

/** Lets a delivery begin again at once, with the same message id; the receiver is tried even if it has been failing. */
export async function resendDelivery<DB>(
  tx: Kysely<DB>,
  delivery: { id: number; webhookId: number },
  now: string,
) {
  await sql`update webhooks set paused_until = null where id = ${delivery.webhookId}`.execute(tx)
  await sql`update webhook_deliveries set status = 'waiting', attempt_count = 0, finished_at = null,
    next_attempt_at = ${now} where id = ${delivery.id}`.execute(tx)
}

/** Records what was sent without waiting in the queue. */
export async function insertSentDelivery<DB>(
  tx: Kysely<DB>,
  sent: {
    webhookId: number
    messageId: string
    document: WebhookDocument
    attempt: Attempt
    isDelivered: boolean
  },
  ofProjects: boolean,
) {
  const { webhookId, messageId, document, attempt, isDelivered } = sent
  const [into, from] = ofProjects ? [sql`project_id, `, sql`project_id, `] : [sql``, sql``]
  await sql`insert into webhook_deliveries (${into}webhook_id, message_id, type, document, status, attempt_count, attempts,
      next_attempt_at, finished_at, created_at)
    select ${from}id, ${messageId}, ${document.type}, ${JSON.stringify(document)}::jsonb,
      ${isDelivered ? 'delivered' : 'failed'}, 1, ${JSON.stringify([attempt])}::jsonb,
      ${attempt.at}, ${attempt.at}, ${attempt.at}
    from webhooks where id = ${webhookId}`.execute(tx)
}
