import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { exportAudit } from '@atrium/audit/audit-export'
import { type AuditRecord, auditContentTypes } from '@atrium/audit/audit-record.contract'
import type { ListMeta as ListMetaSchema } from '@atrium/core/schema'
import type { Static } from 'typebox'
import type { Actor } from '#access-control/actor.ts'
import {
  type AuditDownload,
  type AuditFilters,
  exportAuditRecords,
  listAuditRecords,
} from '#audit/audit.contract.ts'
import * as queries from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, Unavailable } from '#errors.ts'
import type { Route } from '#route.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'

const TIMEOUT_MS = 5000

type ListMeta = Static<typeof ListMetaSchema>

export function auditRoutes(route: Route, deps: Deps) {
  route(listAuditRecords, {}, async ({ actor, query }) => {
    if (query.service === 'tasks') return listTasksRecords(deps, actor, query)
    return deps.replica.read(db => queries.listAuditRecords(db, query))
  })

  route(exportAuditRecords, {}, async ({ actor, query, reply }) => {
    const { service, format } = query
    const parts =
      service === 'tasks'
        ? Readable.fromWeb(await readTasksAudit(deps, actor, query))
        : Readable.from(exportAudit(deps.db, service, query))
    const day = deps.now().toISOString().slice(0, 10)
    reply
      .type(auditContentTypes[format])
      .header('content-disposition', `attachment; filename="audit-${service}-${day}.${format}"`)
    return reply.send(parts)
  })
}

/** The task service names users by their ids here. */
async function listTasksRecords(deps: Deps, actor: Actor, filters: AuditFilters) {
  const { action, userId, from, to, page, limit, orderBy } = filters
  const response = await askTasks(deps, actor, '/audit', { action, userId, from, to, page, limit, orderBy })
  const { items, _meta } = (await response.json()) as { items: AuditRecord[]; _meta: ListMeta }
  const about = ({ subjectType, subjectId }: AuditRecord) => (subjectType === 'user' ? subjectId : null)
  const ids = items.flatMap(item => [item.actorId, about(item)]).filter(id => id !== null)
  const names = await queries.findUserNames(deps.db, ids)
  return {
    items: items.map(item => ({
      ...item,
      actorName: names.get(item.actorId) ?? null,
      subjectName: names.get(about(item)) ?? null,
    })),
    _meta,
  }
}

async function readTasksAudit(deps: Deps, actor: Actor, { from, to, format }: AuditDownload) {
  const { body } = await askTasks(deps, actor, '/audit/export', { format, from, to })
  if (!body) throw unavailable(new Error('The task service answered without a body'))
  return body as ReadableStream
}

/** With a token of the administrator for the task service, which checks its own permissions before it starts to answer. */
async function askTasks(
  deps: Deps,
  actor: Actor,
  path: string,
  asked: Record<string, string | number | undefined>,
) {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (actor.id === null) throw new Forbidden('tasks_audit_forbidden') // a client has no account there
  if (!address || !clientId) throw unavailable(new Error('No task service is configured'))
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const holder = { userId: actor.id, clientId, scopes: ['user:read'] }
  const response = await onBehalfOf(deps, holder, accessToken =>
    fetchUntimed(`${address}${path}?${new URLSearchParams(given)}`, {
      authorization: `Bearer ${accessToken}`,
    }),
  ).catch(error => {
    throw unavailable(error)
  })
  if (response?.status === 403) throw new Forbidden('tasks_audit_forbidden')
  if (!response?.ok) throw unavailable(new Error(`The task service answered ${response?.status}`))
  return response
}

/** Only the answer has to begin soon: a long log takes as long as its reader. */
async function fetchUntimed(address: string, headers: Record<string, string>) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

function unavailable(cause: unknown) {
  return new Unavailable('tasks_unavailable', { retryAfter: 5 }, { cause })
}
