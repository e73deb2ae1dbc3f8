import { contractsOf } from '@atrium/core/contract'
import { webhookOperations } from '@atrium/webhooks/webhook.contract'
import { needs, permission } from '#access.contract.ts'

const contract = contractsOf('Webhooks')
const access = needs('system:manage', permission('webhooks.manage'))

const { list, create, get, update, remove, test, rotate, deliveries, resend } = webhookOperations

export const listWebhooks = contract('listWebhooks', 'GET /webhooks', { ...list, access })

export const createWebhook = contract('createWebhook', 'POST /webhooks', { ...create, access })

export const getWebhook = contract('getWebhook', 'GET /webhooks/:id', { ...get, access })

export const updateWebhook = contract('updateWebhook', 'PUT /webhooks/:id', { ...update, access })

export const deleteWebhook = contract('deleteWebhook', 'DELETE /webhooks/:id', { ...remove, access })

export const testWebhook = contract('testWebhook', 'POST /webhooks/:id/test', { ...test, access })

export const rotateWebhookSecret = contract('rotateWebhookSecret', 'POST /webhooks/:id/rotate-secret', {
  ...rotate,
  access,
})

export const listWebhookDeliveries = contract('listWebhookDeliveries', 'GET /webhooks/:id/delivery', {
  ...deliveries,
  access,
})

export const resendWebhookDelivery = contract('resendWebhookDelivery', 'POST /webhooks/delivery/:id/resend', {
  ...resend,
  access,
})
