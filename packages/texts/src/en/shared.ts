import idempotency from './shared/idempotency.ts'
import outbound from './shared/outbound.ts'
import pages from './shared/pages.ts'
import requests from './shared/requests.ts'
import roles from './shared/roles.ts'

export default { pages, roles, requests, idempotency, outbound } as const
