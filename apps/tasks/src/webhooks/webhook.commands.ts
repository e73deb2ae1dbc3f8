import { offeredLanguages, preferredLanguage } from '@atrium/core/languages'
import { inTransaction } from '@atrium/database/transaction'
import type { Origin } from '@atrium/http/routes/operation'
import * as deliveries from '@atrium/webhooks/delivery.queries'
import { listUnknownPatterns } from '@atrium/webhooks/event-patterns'
import { testWebhook as sendTest } from '@atrium/webhooks/sending/test-webhook'
import { createWebhookSecret } from '@atrium/webhooks/signature'
import type {
  NewWebhook,
  TestResult,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookWithSecret,
} from '@atrium/webhooks/webhook.contract'
import * as queries from '@atrium/webhooks/webhook.queries'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { publicEventTypes } from '#outbox/event-document.contract.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import { countWebhooks } from './webhook.queries.ts'
import { webhookHost } from './webhook-host.ts'

const MAX_WEBHOOKS = 50
const PREVIOUS_SECRET_MS = 86_400_000

export async function createWebhook(
  deps: Deps,
  actor: Actor,
  projectId: number,
  input: NewWebhook,
  origin: Pick<Origin, 'language'>,
): Promise<WebhookWithSecret> {
  await checkFields(deps, input)
  const secret = createWebhookSecret()
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'webhook.write')
    if ((await countWebhooks(tx, projectId)) >= MAX_WEBHOOKS)
      throw new Conflict('too_many_webhooks', { limit: MAX_WEBHOOKS })
    const language = preferredLanguage([input.language, origin.language], offeredLanguages(deps.settings))
    const webhook = {
      ...input,
      language,
      secret: webhookHost(deps).seal(secret),
      createdBy: actor.id,
      now: nowOf(deps),
    }
    const id = await queries.insertWebhook(tx, webhook, projectId)
    const created = await getWebhook(tx, id)
    await audit(deps, tx, actor, record('created', projectId, created))
    return { ...created, secret }
  })
}

export async function updateWebhook(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: WebhookChanges,
): Promise<Webhook> {
  await checkFields(deps, changes)
  return inTransaction(deps, async tx => {
    const projectId = await lockProjectOf(tx, actor, id)
    const language =
      changes.language && preferredLanguage([changes.language], offeredLanguages(deps.settings))
    await queries.updateWebhook(tx, id, { ...changes, language }, nowOf(deps))
    const updated = await getWebhook(tx, id)
    await audit(deps, tx, actor, record('updated', projectId, updated))
    return updated
  })
}

export function deleteWebhook(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const projectId = await lockProjectOf(tx, actor, id)
    const webhook = await getWebhook(tx, id)
    await queries.deleteWebhook(tx, id)
    await audit(deps, tx, actor, record('deleted', projectId, webhook))
  })
}

export function rotateWebhookSecret(deps: Deps, actor: Actor, id: number): Promise<WebhookWithSecret> {
  const secret = createWebhookSecret()
  return inTransaction(deps, async tx => {
    const projectId = await lockProjectOf(tx, actor, id)
    const previousUntil = new Date(deps.now().getTime() + PREVIOUS_SECRET_MS).toISOString()
    await queries.rotateSecret(tx, id, {
      secret: webhookHost(deps).seal(secret),
      previousUntil,
      now: nowOf(deps),
    })
    const webhook = await getWebhook(tx, id)
    await audit(deps, tx, actor, record('secret_rotated', projectId, webhook))
    return { ...webhook, secret }
  })
}

/** Outside of a transaction, because the receiver may take its time. */
export async function testWebhook(deps: Deps, _actor: Actor, id: number): Promise<TestResult> {
  const row = await queries.findWebhookRow(deps.db, id)
  if (!row) throw new NotFound('webhook_not_found')
  await deps.outbound.check(row.url, 'url')
  return sendTest(webhookHost(deps), row, true)
}

export function resendWebhookDelivery(
  deps: Deps,
  actor: Actor,
  delivery: { id: number; webhookId: number },
): Promise<WebhookDelivery> {
  return inTransaction(deps, async tx => {
    const projectId = await lockProjectOf(tx, actor, delivery.webhookId)
    const webhook = await getWebhook(tx, delivery.webhookId)
    if (!webhook.isEnabled) throw new Conflict('webhook_disabled')
    await deliveries.resendDelivery(tx, delivery, nowOf(deps))
    await audit(deps, tx, actor, record('delivery_resent', projectId, webhook))
    return deliveries.getDelivery(tx, delivery.id)
  })
}

async function checkFields({ outbound }: Deps, { types, url }: WebhookChanges) {
  const [type] = listUnknownPatterns(types ?? [], publicEventTypes)
  if (type !== undefined)
    throw new ValidationFailed({ types: { code: 'unknown_event_type', type, known: publicEventTypes } })
  if (url !== undefined) await outbound.check(url, 'url')
}

async function getWebhook(db: Database, id: number): Promise<Webhook> {
  const webhook = await queries.findWebhook(db, id)
  if (!webhook) throw new NotFound('webhook_not_found')
  return webhook
}

/** Locks the project of a webhook and checks the right again. */
async function lockProjectOf(tx: Database, actor: Actor, id: number) {
  const found = await tx.selectFrom('webhooks').where('id', '=', id).select('projectId').executeTakeFirst()
  if (!found) throw new NotFound('webhook_not_found')
  await lockProjectWithRight(tx, actor, found.projectId, 'webhook.write')
  return found.projectId
}

/** Names only the host: the rest of a chat's address can be as secret as a password. */
function record(verb: string, projectId: number, { id, url, types, format, isEnabled }: Webhook) {
  const details = { webhookId: id, host: new URL(url).host, types, format, isEnabled }
  return { action: `webhook.${verb}`, subjectType: 'project' as const, subjectId: projectId, details }
}

const nowOf = ({ now }: Deps) => now().toISOString()
