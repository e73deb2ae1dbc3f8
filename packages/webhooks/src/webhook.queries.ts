import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DisabledReason, Webhook, WebhookChanges, WebhookFormatName } from './webhook.contract.ts'

/** A webhook's row, as far as both services have the same columns. */
export interface WebhookRow {
  id: number
  url: string
  types: string[]
  format: WebhookFormatName
  language: string
  isEnabled: boolean
  disabledReason: DisabledReason | null
  failures: number
  secret: string
  previousSecret: string | null
  previousSecretUntil: string | null
  createdAt: string
  updatedAt: string
}

/** The columns of a webhook that its managers see; the name of its creator is a column of the service's own users. */
const columns = sql`webhooks.id, webhooks.url, webhooks.types, webhooks.format, webhooks.language, webhooks.is_enabled,
  webhooks.disabled_reason, webhooks.failures,
  case when webhooks.previous_secret_until > now() then webhooks.previous_secret_until end as previous_secret_until,
  case when users.id is not null then json_build_object('id', users.id,
    'name', concat_ws(' ', users.name, nullif(users.surname, ''))) end as creator,
  webhooks.created_at, webhooks.updated_at`

/** Selects webhooks as their managers see them. */
export function selectWebhooks(where: RawBuilder<unknown>) {
  return sql<Webhook>`select ${columns} from webhooks left join users on users.id = webhooks.created_by
    where ${where} order by webhooks.id`
}

export async function findWebhook<DB>(db: Kysely<DB>, id: number): Promise<Webhook | undefined> {
  const { rows } = await selectWebhooks(sql`webhooks.id = ${id}`).execute(db)
  return rows[0]
}

export async function findWebhookRow<DB>(db: Kysely<DB>, id: number): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`select * from webhooks where id = ${id}`.execute(db)
  return rows[0]
}

interface Inserted {
  url: string
  types: string[]
  format: WebhookFormatName
  language: string
  isEnabled: boolean
  /** Sealed. */
  secret: string
  createdBy: number | null
  now: string
}

/** Inserts a webhook; in the task service it belongs to a project. */
export async function insertWebhook<DB>(tx: Kysely<DB>, webhook: Inserted, projectId?: number) {
  const { url, types, format, language, isEnabled, secret, createdBy, now } = webhook
  const [column, value] = projectId === undefined ? [sql``, sql``] : [sql`project_id, `, sql`${projectId}, `]
  const { rows } = await sql<{ id: number }>`
    insert into webhooks (${column}url, types, format, language, is_enabled, secret, created_by, created_at, updated_at)
    values (${value}${url}, ${types}, ${format}, ${language}, ${isEnabled}, ${secret}, ${createdBy}, ${now}, ${now})
    returning id`.execute(tx)
  return rows[0]?.id as number
}

/** Changes the given fields; a webhook that is enabled starts without its earlier failures. */
export async function updateWebhook<DB>(tx: Kysely<DB>, id: number, changes: WebhookChanges, now: string) {
  const { url, types, format, language, isEnabled } = changes
  await sql`update webhooks set url = coalesce(${url ?? null}, url), types = coalesce(${types ?? null}::text[], types),
      format = coalesce(${format ?? null}, format), language = coalesce(${language ?? null}, language),
      is_enabled = coalesce(${isEnabled ?? null}, is_enabled),
      disabled_reason = case when ${isEnabled ?? null}::boolean is null then disabled_reason end,
      failures = case when ${isEnabled === true || url !== undefined} then 0 else failures end,
      paused_until = case when ${isEnabled === true || url !== undefined} then null else paused_until end,
      updated_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Stores a new secret; the one before it keeps signing until the given time. */
export async function rotateSecret<DB>(
  tx: Kysely<DB>,
  id: number,
  { secret, previousUntil, now }: { secret: string; previousUntil: string; now: string },
) {
  await sql`update webhooks set previous_secret = secret, previous_secret_until = ${previousUntil}, secret = ${secret},
    updated_at = ${now} where id = ${id}`.execute(tx)
}

export async function deleteWebhook<DB>(tx: Kysely<DB>, id: number) {
  await sql`delete from webhooks where id = ${id}`.execute(tx)
}

/** Turns a webhook off; false if it is off already. */
export async function disableWebhook<DB>(tx: Kysely<DB>, id: number, reason: DisabledReason, now: string) {
  const { numAffectedRows = 0n } = await sql`update webhooks
    set is_enabled = false, disabled_reason = ${reason}, updated_at = ${now} where id = ${id} and is_enabled`.execute(
    tx,
  )
  return numAffectedRows > 0n
}
