import { contractsOf } from '@atrium/core/contract'
import { webhookOperations } from '@atrium/webhooks/webhook.contract'
import { inProject, withScope } from '#access.contract.ts'

const contract = contractsOf('Webhooks')
/** The address of a chat can be as secret as a password, so reading it needs the scope of managing, too. */
const read = withScope('tasks:manage', inProject('webhook.read'))
const write = inProject('webhook.write')

const { list, create, get, update, remove, test, rotate, deliveries, resend } = webhookOperations

export const listWebhooks = contract('listWebhooks', 'GET /project/:id/webhook', { ...list, access: read })

export const createWebhook = contract('createWebhook', 'POST /project/:id/webhook', {
  ...create,
  access: write,
})

export const getWebhook = contract('getWebhook', 'GET /webhook/:id', { ...get, access: read })

export const updateWebhook = contract('updateWebhook', 'PUT /webhook/:id', { ...update, access: write })

export const deleteWebhook = contract('deleteWebhook', 'DELETE /webhook/:id', { ...remove, access: write })

export const testWebhook = contract('testWebhook', 'POST /webhook/:id/test', { ...test, access: write })

export const rotateWebhookSecret = contract('rotateWebhookSecret', 'POST /webhook/:id/rotate-secret', {
  ...rotate,
  access: write,
})

export const listWebhookDeliveries = contract('listWebhookDeliveries', 'GET /webhook/:id/delivery', {
  ...deliveries,
  access: read,
})

export const resendWebhookDelivery = contract('resendWebhookDelivery', 'POST /webhook/delivery/:id/resend', {
  ...resend,
  access: write,
})
