import { createOuterTransaction } from '@atrium/database/outer-transaction'
import { retryTransaction } from '@atrium/database/retry-transaction'
import type { ActingAgent } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { runTool, type ToolCall } from '../tools/run-tool.ts'
import type { Answer, Tool } from '../tools/tool.ts'
import { insertProposal, listVersions } from './proposal.queries.ts'

/** Stores a call for the user to decide. What would be refused is refused now: the call is tried, and rolled back. */
export async function proposeCall(call: ToolCall, tool: Tool, input: never): Promise<Answer> {
  const { deps, actor } = call
  const agent = actor.grant?.agent as ActingAgent
  const versions = await listVersions(deps.db, tool.taskIds(input))
  await rolledBack(deps, () => runTool(actingCall(call), tool, input))
  const proposalId = await insertProposal(deps.db, {
    agentId: agent.id,
    userId: actor.id,
    tool: tool.name,
    input,
    versions,
    createdAt: deps.now().toISOString(),
  })
  return {
    content: { proposalId },
    text: `Proposed as ${proposalId}. Nothing has changed yet: the user decides in Atrium.`,
  }
}

/** The operations refuse an agent that only proposes. */
function actingCall(call: ToolCall): ToolCall {
  const { actor } = call
  const { grant } = actor
  if (!grant?.agent) return call
  return { ...call, actor: { ...actor, grant: { ...grant, agent: { ...grant.agent, mode: 'acts' } } } }
}

function rolledBack({ db }: Deps, work: () => Promise<unknown>) {
  return retryTransaction(async () => {
    const trial = createOuterTransaction(db, async () => {})
    try {
      await trial.open()
      await trial.run(work)
    } finally {
      await trial.rollback()
    }
  })
}
