import { randomUUID } from 'node:crypto'
import { insertSentDelivery } from '../delivery.queries.ts'
import type { WebhookHost } from '../store.ts'
import type { TestResult } from '../webhook.contract.ts'
import type { WebhookRow } from '../webhook.queries.ts'
import { sendMessage } from './send-message.ts'

/** The type of the message that a test sends; no event has it. */
export const TEST_TYPE = 'webhook.test'

/** Sends a message at once and lists it with the deliveries. */
export async function testWebhook<DB>(
  host: WebhookHost<DB>,
  webhook: WebhookRow,
  ofProjects: boolean,
): Promise<TestResult> {
  const messageId = `msg_${randomUUID().replaceAll('-', '')}`
  const document = { type: TEST_TYPE, at: host.now().toISOString(), webhookId: webhook.id }
  const { attempt, isDelivered } = await sendMessage(host, webhook, { messageId, documents: [document] })
  await insertSentDelivery(
    host.db,
    { webhookId: webhook.id, messageId, document, attempt, isDelivered },
    ofProjects,
  )
  return { isDelivered, ...attempt }
}
