import { insertDeliveries } from '@atrium/webhooks/delivery.queries'
import type { Database } from '#database.ts'
import type { EventDocument } from '#outbox/event-document.contract.ts'
import { findTarget } from './webhook.queries.ts'

/**
 * Sends a document to one webhook of a project, whatever types it lists: part of the caller's transaction, for a consumer or a
 * command. Returns false if the project has no such webhook, or it is disabled.
 */
export async function enqueueWebhook(
  tx: Database,
  {
    projectId,
    webhookId,
    document,
    now,
  }: { projectId: number; webhookId: number; document: EventDocument; now: Date },
): Promise<boolean> {
  const webhook = await findTarget(tx, projectId, webhookId)
  if (!webhook) return false
  const delivery = {
    webhookId,
    format: webhook.format,
    eventId: null,
    subjectId: document.task?.id ?? null,
    document,
  }
  return (await insertDeliveries(tx, [delivery], { now: now.toISOString(), ofProjects: true })) === 1
}
