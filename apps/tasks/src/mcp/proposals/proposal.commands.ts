import { randomUUID } from 'node:crypto'
import { DomainError, describeError } from '@atrium/core/errors'
import { joinOneTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import { currentRequest, handleAsCurrent } from '@atrium/http/routes/request-log'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import { Conflict, errorCatalogue, Forbidden, NotFound } from '#errors.ts'
import { checkedInput, runTool, type ToolCall } from '../tools/run-tool.ts'
import { findTool } from '../tools/tools.ts'
import type { Proposal } from './proposal.contract.ts'
import * as queries from './proposal.queries.ts'

/** With the rights of today: those of the user, and of what they have granted to the agent. */
export async function acceptProposal(call: ToolCall, id: number) {
  const { deps, actor } = call
  // An agent does not decide about what it, or another one, has proposed.
  if (actor.grant) throw new Forbidden('own_session_required')
  return joinOneTransaction(deps.db, async () => {
    const concerned = await queries.lockWaiting(deps.db, actor.id)
    const proposal = await decide(call, id, 'accepted')
    const tool = findTool(proposal.tool)
    if (!tool) throw new Conflict('proposal_outdated')
    const input = checkedInput(tool, proposal.input)
    const before = await queries.lockVersions(deps.db, concerned)
    requireSameVersions(proposal, before)
    const agent = actingAgent(actor, proposal)
    const { content, text } = await runAs(agent, () => runTool({ ...call, actor: agent }, tool, input)).catch(
      error => {
        throw refusalOf(call, error)
      },
    )
    // All or nothing: the user has accepted the whole proposal.
    const { refusals: [refused] = [] } = content as { refusals?: { message: string }[] }
    if (refused) throw new Conflict('proposal_refused', { refusal: refused.message })
    await queries.adoptVersions(deps.db, actor.id, before)
    return { id, status: 'accepted' as const, text }
  })
}

export async function rejectProposal(call: ToolCall, id: number) {
  await decide(call, id, 'rejected')
  return { id, status: 'rejected' as const }
}

/** Decides a proposal once: the first request counts. */
function decide({ deps, actor }: ToolCall, id: number, status: Proposal['status']) {
  return inTransaction(deps, async tx => {
    const proposal = await queries.lockProposal(tx, actor.id, id)
    if (!proposal) throw new NotFound('proposal_not_found')
    if (proposal.status !== 'waiting') throw new Conflict('proposal_decided', { status: proposal.status })
    await queries.decideProposal(tx, id, status, deps.now().toISOString())
    await audit(deps, tx, actor, {
      action: `proposal.${status}`,
      subjectType: 'agent',
      subjectId: proposal.agentId,
      details: { name: proposal.application, tool: proposal.tool, proposalId: id },
    })
    return proposal
  })
}

function requireSameVersions({ versions }: queries.StoredProposal, current: Map<number, number>) {
  const ids = Object.keys(versions).map(Number)
  const changed = ids.filter(id => current.get(id) !== versions[id])
  if (changed.length > 0) throw new Conflict('proposal_outdated', { taskIds: changed })
}

/** What the user or the agent can no longer do, in the words of the operation. */
function refusalOf({ origin }: ToolCall, error: unknown) {
  if (!(error instanceof DomainError) || error.statusCode >= 500) return error
  const { message: refusal } = describeError(errorCatalogue, origin.language, error)
  return new Conflict('proposal_refused', { refusal })
}

function actingAgent(actor: Actor, proposal: queries.StoredProposal): Actor {
  const { agentId, application, scope, projectIds } = proposal
  const agent = { id: agentId, mode: 'acts' as const, cause: randomUUID() }
  return { ...actor, grant: { scopes: scope.split(' '), application, projectIds, agent } }
}

/** The activity says that the agent did it. */
function runAs<Result>(actor: Actor, work: () => Promise<Result>) {
  const { id = '', ip = '' } = currentRequest() ?? {}
  return handleAsCurrent({ id, ip, actor }, work)
}
