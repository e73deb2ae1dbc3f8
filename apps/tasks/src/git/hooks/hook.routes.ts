import type { Deps } from '#deps.ts'
import { Forbidden, NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { secretOf } from '../repository.commands.ts'
import { findReportingRepository } from '../repository.queries.ts'
import { receiveGitEvent } from './hook.contract.ts'
import { readPayload } from './payload.ts'
import { receiveDelivery } from './receive.commands.ts'
import { deliveryOf, hostOf, isSigned } from './signatures.ts'

/** A push of a few thousand commits is smaller; hosts send up to 25 MB. */
const MAX_BODY_BYTES = 5 * 1024 * 1024
const rateLimit = { max: 600, timeWindow: '1 minute' }

export function gitHookRoutes(route: Route, deps: Deps) {
  route(
    receiveGitEvent,
    { keepsRawBody: true, maxBodyBytes: MAX_BODY_BYTES, rateLimit },
    async ({ params, request }) => {
      const repository = await findReportingRepository(deps.db, params.id)
      if (!repository) throw new NotFound('repository_not_found')
      const { headers, rawBody = '' } = request
      const delivery = { headers, rawBody }
      const secret = secretOf(deps, repository)
      if (!isSigned(delivery, secret, deps.now())) throw new Forbidden('git_signature_invalid')
      const host = hostOf(headers)
      const event = host && readPayload(host, payloadOf(request.body))
      await receiveDelivery(deps, repository, deliveryOf(delivery), event)
      return { message: event ? 'Event received' : 'Event ignored' }
    },
  )
}

/** GitHub can also send a form whose field `payload` is the JSON. */
function payloadOf(body: unknown) {
  const { payload } = (body ?? {}) as { payload?: unknown }
  if (typeof payload !== 'string') return body
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
