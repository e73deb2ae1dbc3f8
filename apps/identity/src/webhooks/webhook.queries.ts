import { listReply, type Page } from '@atrium/core/paging'
import type { Webhook, WebhookFormatName } from '@atrium/webhooks/webhook.contract'
import { findWebhook, selectWebhooks } from '@atrium/webhooks/webhook.queries'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'

export async function getWebhook(db: Database, id: number): Promise<Webhook> {
  const webhook = await findWebhook(db, id)
  if (!webhook) throw new NotFound('webhook_not_found')
  return webhook
}

export async function listWebhooks(db: Database, page: Page) {
  const { rows } = await selectWebhooks(sql`true`).execute(db)
  return listReply(rows.slice(page.offset, page.offset + page.limit), rows.length, page)
}

/** Webhooks are created one at a time, so that their number stays within the limit. */
export async function lockWebhooks(tx: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'), 0)`.execute(tx)
}

export async function countWebhooks(tx: Database) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from webhooks`.execute(tx)
  return rows[0]?.total ?? 0
}

/** The enabled webhooks. */
export async function listListening(tx: Database) {
  return tx
    .selectFrom('webhooks')
    .where('isEnabled', '=', true)
    .select(['id', 'types'])
    .select(sql<WebhookFormatName>`format`.as('format'))
    .orderBy('id')
    .execute()
}

/** Which webhook a delivery belongs to. */
export async function findWebhookOfDelivery(tx: Database, id: number) {
  const found = await tx
    .selectFrom('webhookDeliveries')
    .where('id', '=', id)
    .select('webhookId')
    .executeTakeFirst()
  return found?.webhookId
}

/** The users who can manage webhooks, with roles of their own or of their groups. */
export async function listManagerIds(tx: Database) {
  const { rows } = await sql<{ id: number }>`
    select users.id from users
    where users.archived_at is null and exists (
      select from role_permissions join permissions on permissions.id = role_permissions.permission_id
      where permissions.name = 'webhooks.manage' and role_permissions.role_id in (
        select role_id from user_roles where user_roles.user_id = users.id
        union all
        select group_roles.role_id from group_roles
        join group_members on group_members.group_id = group_roles.group_id where group_members.user_id = users.id))
    order by users.id`.execute(tx)
  return rows.map(({ id }) => id)
}
