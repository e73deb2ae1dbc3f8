import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import { listDeliveries } from '@atrium/webhooks/delivery.queries'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './webhook.commands.ts'
import * as contracts from './webhook.contract.ts'
import { getWebhook, listWebhooks } from './webhook.queries.ts'

export function webhookRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listWebhooks, {}, ({ query }) => listWebhooks(db, pageOf(query)))

  route(contracts.createWebhook, {}, async ({ actor, body, origin }) => ({
    item: await commands.createWebhook(deps, actor, body, origin),
  }))

  route(contracts.getWebhook, {}, async ({ params }) => ({ item: await getWebhook(db, params.id) }))

  route(contracts.updateWebhook, {}, item(commands.updateWebhook))
  route(contracts.deleteWebhook, {}, message(commands.deleteWebhook, 'Webhook deleted'))

  route(contracts.testWebhook, {}, item(commands.testWebhook))
  route(contracts.rotateWebhookSecret, {}, item(commands.rotateWebhookSecret))

  route(contracts.listWebhookDeliveries, {}, async ({ params, query }) => {
    await getWebhook(db, params.id)
    return listDeliveries(db, params.id, { status: query.status, page: pageOf(query) })
  })

  route(contracts.resendWebhookDelivery, {}, item(commands.resendWebhookDelivery))
}
