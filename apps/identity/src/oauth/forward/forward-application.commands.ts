import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { hasGroups } from '#groups/group.queries.ts'
import type {
  ForwardApplication,
  ForwardApplicationChanges,
  NewForwardApplication,
} from './forward-application.contract.ts'
import * as queries from './forward-application.queries.ts'
import { parseHost } from './forwarded-request.ts'

export function createForwardApplication(
  deps: Deps,
  actor: Actor,
  { hosts, ...fields }: NewForwardApplication,
): Promise<ForwardApplication> {
  return inTransaction(deps, async tx => {
    const checked = await checkFields(deps, tx, { hosts, ...fields }, null)
    const id = await queries.insertForwardApplication(tx, fields, deps.now().toISOString())
    await queries.replaceHosts(tx, id, checked ?? [])
    await audit(deps, tx, actor, record('created', id, fields.name))
    return queries.getForwardApplication(tx, id)
  })
}

export function updateForwardApplication(
  deps: Deps,
  actor: Actor,
  id: number,
  { hosts, ...fields }: ForwardApplicationChanges,
): Promise<ForwardApplication> {
  return inTransaction(deps, async tx => {
    if (!(await queries.updateForwardApplication(tx, id, fields, deps.now().toISOString()))) throw notFound()
    const checked = await checkFields(deps, tx, { ...(hosts && { hosts }), ...fields }, id)
    if (checked) await queries.replaceHosts(tx, id, checked)
    const changed = await queries.getForwardApplication(tx, id)
    await audit(deps, tx, actor, record('updated', id, changed.name))
    return changed
  })
}

export function deleteForwardApplication(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { name } = await queries.getForwardApplication(tx, id)
    if (!(await queries.deleteForwardApplication(tx, id))) throw notFound()
    await audit(deps, tx, actor, record('deleted', id, name))
  })
}

/** Returns the hosts as they are stored, if hosts were sent. */
async function checkFields(
  { settings }: Deps,
  tx: Database,
  { hosts, requiredGroups = [] }: ForwardApplicationChanges,
  id: number | null,
) {
  if (!(await hasGroups(tx, requiredGroups))) throw new ValidationFailed({ requiredGroups: 'does_not_exist' })
  if (!hosts) return undefined
  const parsed = hosts.map(parseHost)
  const own = new URL(settings.IDENTITY_URL).host
  if (parsed.some(host => host === undefined || host === own))
    throw new ValidationFailed({ hosts: 'forward_host_expected' })
  const known = [...new Set(parsed.filter(host => host !== undefined))]
  const host = await queries.findTakenHost(tx, known, id)
  if (host) throw new Conflict('forward_host_taken', { host })
  return known
}

function record(verb: string, id: number, name: string) {
  return {
    action: `forward_application.${verb}`,
    subjectType: 'forward_application' as const,
    subjectId: id,
    details: { name },
  }
}

function notFound() {
  return new NotFound('forward_application_not_found')
}
