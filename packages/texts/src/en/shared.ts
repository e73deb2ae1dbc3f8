import idempotency from './shared/idempotency.ts'
import outbound from './shared/outbound.ts'
import pages from './shared/pages.ts'
import requests from './shared/requests.ts'
import roles from './shared/roles.ts'
import webhooks from './shared/webhooks.ts'

export default { pages, roles, requests, idempotency, outbound, webhooks } as const
