import idempotency from './shared/idempotency.ts'
import outbound from './shared/outbound.ts'
import requests from './shared/requests.ts'
import roles from './shared/roles.ts'

export default { roles, requests, idempotency, outbound } as const
