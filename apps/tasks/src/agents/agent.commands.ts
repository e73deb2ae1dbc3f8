import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, NotFound } from '#errors.ts'
import type { Agent } from './agent.contract.ts'
import * as queries from './agent.queries.ts'
import { undoChanges } from './undo/undo.commands.ts'

export async function changeMode(deps: Deps, actor: Actor, id: number, { mode }: Pick<Agent, 'mode'>) {
  // An agent does not free itself or another one.
  if (actor.grant) throw new Forbidden('own_session_required')
  await inTransaction(deps, async (tx, emit) => {
    const agent = await queries.lockAgent(tx, actor.id, id)
    if (agent.stoppedAt) throw new NotFound('agent_not_found')
    if (agent.mode === mode) return
    await queries.updateMode(tx, id, mode)
    await auditAgent(deps, tx, actor, 'agent.mode_changed', agent, { before: agent.mode, after: mode })
    // No instance relies on the earlier mode when this is answered.
    await emit({ type: 'RightsChanged', passportId: actor.passportId })
  })
  return queries.getAgent(deps.db, actor.id, id, deps.now())
}

/** Here first: if the identity service does not answer, the agent has ended at least here, and stopping it can be repeated. */
export async function stopAgent(deps: Deps, actor: Actor, id: number) {
  const { kind, grantKey } = await inTransaction(deps, async (tx, emit) => {
    const agent = await queries.lockAgent(tx, actor.id, id)
    await queries.markStopped(tx, id, deps.now().toISOString())
    if (!agent.stoppedAt) await auditAgent(deps, tx, actor, 'agent.stopped', agent)
    await emit({ type: 'RightsChanged', passportId: actor.passportId })
    return agent
  })
  const grant = kind === 'token' ? { tokenId: grantKey } : { clientId: grantKey }
  await deps.identity.endGrant(actor.passportId, grant)
}

export async function undoAgent(deps: Deps, actor: Actor, id: number, { since }: { since: string }) {
  const agent = await inTransaction(deps, async tx => {
    const found = await queries.lockAgent(tx, actor.id, id)
    await auditAgent(deps, tx, actor, 'agent.undone', found, { since })
    return found
  })
  return undoChanges(deps, actor, { agentId: agent.id, since })
}

type Transaction = Parameters<typeof audit>[1]

function auditAgent(
  deps: Deps,
  tx: Transaction,
  actor: Actor,
  action: string,
  { id, name }: { id: number; name: string },
  details: Record<string, unknown> = {},
) {
  return audit(deps, tx, actor, {
    action,
    subjectType: 'agent',
    subjectId: id,
    details: { name, ...details },
  })
}
