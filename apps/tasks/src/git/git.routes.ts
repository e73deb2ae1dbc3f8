import { pageOf } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { Forbidden, NotFound } from '#errors.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '#tasks/task.queries.ts'
import { receiveGitEvent } from './hooks/hook.contract.ts'
import { readPayload } from './hooks/payload.ts'
import { receiveDelivery } from './hooks/receive.commands.ts'
import { deliveryOf, hostOf, isSigned } from './hooks/signatures.ts'
import { listLinks } from './links.queries.ts'
import * as commands from './repository.commands.ts'
import * as contracts from './repository.contract.ts'
import * as queries from './repository.queries.ts'

/** A push of a few thousand commits is smaller; hosts send up to 25 MB. */
const MAX_BODY_BYTES = 5 * 1024 * 1024
const rateLimit = { max: 600, timeWindow: '1 minute' }

export function gitRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listRepositories, { record: projectRecord }, async ({ params, query }) => {
    const { items, ...list } = await queries.listRepositories(db, params.id, pageOf(query))
    return { items: items.map(item => commands.shown(deps, item)), ...list }
  })

  route(contracts.createRepository, { record: projectRecord }, async ({ actor, params, body }) => ({
    item: await commands.createRepository(deps, actor, params.id, body),
  }))

  route(
    contracts.deleteRepository,
    { record: queries.repositoryRecord },
    async ({ actor, params, subject }) => {
      await commands.deleteRepository(deps, actor, params.id, subject.projectId)
      return { message: 'Repository disconnected' }
    },
  )

  route(contracts.listTaskLinks, { record: taskRecord }, ({ params, query, subject }) =>
    listLinks(db, { id: params.id, projectId: subject.projectId }, pageOf(query)),
  )

  route(
    receiveGitEvent,
    { keepsRawBody: true, maxBodyBytes: MAX_BODY_BYTES, rateLimit },
    async ({ params, request }) => {
      const repository = await queries.findReportingRepository(db, params.id)
      if (!repository) throw new NotFound('repository_not_found')
      const { headers, rawBody = '' } = request
      const delivery = { headers, rawBody }
      const secret = commands.secretOf(deps, repository)
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
