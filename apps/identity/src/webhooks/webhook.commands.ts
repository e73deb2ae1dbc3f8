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
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { publicEventTypes } from './event-document.contract.ts'
import { countWebhooks, findWebhookOfDelivery, getWebhook, lockWebhooks } from './webhook.queries.ts'
import { webhookHost } from './webhook-host.ts'

const MAX_WEBHOOKS = 50
const PREVIOUS_SECRET_MS = 86_400_000

export async function createWebhook(
  deps: Deps,
  actor: Actor,
  input: NewWebhook,
  origin: Pick<Origin, 'language'>,
): Promise<WebhookWithSecret> {
  await checkFields(deps, input)
  const secret = createWebhookSecret()
  return inTransaction(deps, async tx => {
    await lockWebhooks(tx)
    if ((await countWebhooks(tx)) >= MAX_WEBHOOKS)
      throw new Conflict('too_many_webhooks', { limit: MAX_WEBHOOKS })
    const language = preferredLanguage([input.language, origin.language], offeredLanguages(deps.settings))
    const sealed = webhookHost(deps).seal(secret)
    const webhook = { ...input, language, secret: sealed, createdBy: actor.id, now: nowOf(deps) }
    const created = await getWebhook(tx, await queries.insertWebhook(tx, webhook))
    await audit(deps, tx, actor, record('created', created))
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
    const language =
      changes.language && preferredLanguage([changes.language], offeredLanguages(deps.settings))
    await queries.updateWebhook(tx, id, { ...changes, language }, nowOf(deps))
    const updated = await getWebhook(tx, id)
    await audit(deps, tx, actor, record('updated', updated))
    return updated
  })
}

export function deleteWebhook(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const webhook = await getWebhook(tx, id)
    await queries.deleteWebhook(tx, id)
    await audit(deps, tx, actor, record('deleted', webhook))
  })
}

export function rotateWebhookSecret(deps: Deps, actor: Actor, id: number): Promise<WebhookWithSecret> {
  const secret = createWebhookSecret()
  return inTransaction(deps, async tx => {
    const previousUntil = new Date(deps.now().getTime() + PREVIOUS_SECRET_MS).toISOString()
    const rotated = { secret: webhookHost(deps).seal(secret), previousUntil, now: nowOf(deps) }
    await queries.rotateSecret(tx, id, rotated)
    const webhook = await getWebhook(tx, id)
    await audit(deps, tx, actor, record('secret_rotated', webhook))
    return { ...webhook, secret }
  })
}

/** Outside of a transaction, because the receiver may take its time. */
export async function testWebhook(deps: Deps, _actor: Actor, id: number): Promise<TestResult> {
  const row = await queries.findWebhookRow(deps.db, id)
  if (!row) throw new NotFound('webhook_not_found')
  await deps.outbound.check(row.url, 'url')
  return sendTest(webhookHost(deps), row, false)
}

export function resendWebhookDelivery(deps: Deps, actor: Actor, id: number): Promise<WebhookDelivery> {
  return inTransaction(deps, async tx => {
    const webhookId = await findWebhookOfDelivery(tx, id)
    if (webhookId === undefined) throw new NotFound('webhook_delivery_not_found')
    const webhook = await getWebhook(tx, webhookId)
    if (!webhook.isEnabled) throw new Conflict('webhook_disabled')
    await deliveries.resendDelivery(tx, { id, webhookId }, nowOf(deps))
    await audit(deps, tx, actor, record('delivery_resent', webhook))
    return deliveries.getDelivery(tx, id)
  })
}

async function checkFields({ outbound }: Deps, { types, url }: WebhookChanges) {
  const [type] = listUnknownPatterns(types ?? [], publicEventTypes)
  if (type !== undefined)
    throw new ValidationFailed({ types: { code: 'unknown_event_type', type, known: publicEventTypes } })
  if (url !== undefined) await outbound.check(url, 'url')
}

/** Names only the host: the rest of a chat's address can be as secret as a password. */
function record(verb: string, { id, url, types, format, isEnabled }: Webhook) {
  const details = { host: new URL(url).host, types, format, isEnabled }
  return { action: `webhook.${verb}`, subjectType: 'webhook' as const, subjectId: id, details }
}

const nowOf = ({ now }: Deps) => now().toISOString()
