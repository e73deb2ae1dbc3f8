import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import { listDeliveries } from '@atrium/webhooks/delivery.queries'
import { findWebhook } from '@atrium/webhooks/webhook.queries'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import * as commands from './webhook.commands.ts'
import * as contracts from './webhook.contract.ts'
import { deliveryRecord, listWebhooks, webhookRecord } from './webhook.queries.ts'

export function webhookRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)
  const record = webhookRecord

  route(contracts.listWebhooks, { record: projectRecord }, ({ params, query }) =>
    listWebhooks(db, params.id, pageOf(query)),
  )

  route(contracts.createWebhook, { record: projectRecord }, async ({ actor, params, body, origin }) => ({
    item: await commands.createWebhook(deps, actor, params.id, body, origin),
  }))

  route(contracts.getWebhook, { record }, async ({ params }) => {
    const webhook = await findWebhook(db, params.id)
    if (!webhook) throw new NotFound('webhook_not_found')
    return { item: webhook }
  })

  route(contracts.updateWebhook, { record }, item(commands.updateWebhook))
  route(contracts.deleteWebhook, { record }, message(commands.deleteWebhook, 'Webhook deleted'))

  route(contracts.testWebhook, { record }, item(commands.testWebhook))
  route(contracts.rotateWebhookSecret, { record }, item(commands.rotateWebhookSecret))

  route(contracts.listWebhookDeliveries, { record }, ({ params, query }) =>
    listDeliveries(db, params.id, { status: query.status, page: pageOf(query) }),
  )

  route(contracts.resendWebhookDelivery, { record: deliveryRecord }, async ({ actor, params, subject }) => ({
    item: await commands.resendWebhookDelivery(deps, actor, { id: params.id, webhookId: subject.webhookId }),
  }))
}
