import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { exportAudit } from '@atrium/audit/audit-export'
import { auditContentTypes } from '@atrium/audit/audit-record.contract'
import type { Actor } from '#access-control/actor.ts'
import { type AuditDownload, exportAuditRecords } from '#audit/audit.contract.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, Unavailable } from '#errors.ts'
import type { Route } from '#route.ts'
import { onBehalfOf } from '#tokens/issue-tokens.ts'

const TIMEOUT_MS = 5000

export function auditExportRoutes(route: Route, deps: Deps) {
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

/** With a token of the administrator for the task service, which checks its own permissions before it starts to answer. */
async function readTasksAudit(deps: Deps, actor: Actor, { from, to, format }: AuditDownload) {
  const { TASKS_INTERNAL_URL: address, TASKS_CLIENT_ID: clientId } = deps.settings
  if (actor.id === null) throw new Forbidden('tasks_audit_forbidden') // a client has no account there
  if (!address || !clientId) throw unavailable(new Error('No task service is configured'))
  const query = new URLSearchParams({ format, ...(from && { from }), ...(to && { to }) })
  const holder = { userId: actor.id, clientId, scopes: ['user:read'] }
  const response = await onBehalfOf(deps, holder, accessToken =>
    fetchUntimed(`${address}/audit/export?${query}`, { authorization: `Bearer ${accessToken}` }),
  ).catch(error => {
    throw unavailable(error)
  })
  if (response?.status === 403) throw new Forbidden('tasks_audit_forbidden')
  if (!response?.ok || !response.body)
    throw unavailable(new Error(`The task service answered ${response?.status}`))
  return response.body as ReadableStream
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
