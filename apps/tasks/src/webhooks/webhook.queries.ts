import { listReply, type Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { countRows } from '@atrium/database/list-page'
import type { WebhookFormatName } from '@atrium/webhooks/webhook.contract'
import { selectWebhooks } from '@atrium/webhooks/webhook.queries'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'

/** Where a webhook is. */
export const webhookRecord = {
  find: (db: Database, userId: number, id: number): Promise<RecordAccess | undefined> =>
    selectAccess(db, userId)
      .innerJoin('webhooks', 'webhooks.projectId', 'projects.id')
      .where('webhooks.id', '=', id)
      .$castTo<RecordAccess>()
      .executeTakeFirst(),
  notFound: 'webhook_not_found',
} as const

/** Where a delivery is; what is found also names its webhook. */
export const deliveryRecord = {
  find: (
    db: Database,
    userId: number,
    id: number,
  ): Promise<(RecordAccess & { webhookId: number }) | undefined> =>
    selectAccess(db, userId)
      .innerJoin('webhookDeliveries', 'webhookDeliveries.projectId', 'projects.id')
      .where('webhookDeliveries.id', '=', id)
      .select('webhookDeliveries.webhookId')
      .$castTo<RecordAccess & { webhookId: number }>()
      .executeTakeFirst(),
  notFound: 'webhook_delivery_not_found',
} as const

export async function listWebhooks(db: Database, projectId: number, page: Page) {
  const { rows } = await selectWebhooks(sql`webhooks.project_id = ${projectId}`).execute(db)
  return listReply(rows.slice(page.offset, page.offset + page.limit), rows.length, page)
}

export function countWebhooks(tx: Database, projectId: number) {
  return countRows(tx.selectFrom('webhooks').where('projectId', '=', projectId))
}

export interface ListeningWebhook {
  id: number
  projectId: number
  format: WebhookFormatName
  types: string[]
}

/** The enabled webhooks of the projects. */
export async function listListening(tx: Database, projectIds: number[]): Promise<ListeningWebhook[]> {
  return tx
    .selectFrom('webhooks')
    .where(sql<boolean>`project_id = any(${projectIds}::bigint[])`)
    .where('isEnabled', '=', true)
    .select(['id', 'projectId', 'types'])
    .select(sql<WebhookFormatName>`format`.as('format'))
    .orderBy('id')
    .execute()
}

export async function listManagerIds(tx: Database, projectId: number) {
  const managers = await tx
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('role', 'in', ['manager', 'owner'])
    .select('userId')
    .execute()
  return managers.map(({ userId }) => userId)
}

/** An enabled webhook of the project. */
export async function findTarget(tx: Database, projectId: number, id: number) {
  return (await listListening(tx, [projectId])).find(webhook => webhook.id === id)
}

/** The webhooks of the project among these, enabled or not. */
export async function listWebhookIds(db: Database, projectId: number, ids: number[]) {
  const webhooks = await db
    .selectFrom('webhooks')
    .where('projectId', '=', projectId)
    .where(among('id', ids))
    .select('id')
    .execute()
  return webhooks.map(({ id }) => id)
}
