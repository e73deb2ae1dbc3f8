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
  const { content } = await rolledBack(deps, () => runTool(actingCall(call), tool, input))
  const { refusals = [] } = content as { refusals?: { taskId: number; message: string }[] }
  // A proposal is accepted as a whole, so one that is partly impossible never could be.
  if (refusals.length > 0) {
    const reasons = refusals.map(({ taskId, message }) => `Task ${taskId}: ${message}`)
    return {
      content: { refusals },
      text: ['Not proposed. Leave out what is refused:', ...reasons].join('\n'),
    }
  }
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

function rolledBack<Result>({ db }: Deps, work: () => Promise<Result>) {
  return retryTransaction(async () => {
    const trial = createOuterTransaction(db, async () => {})
    try {
      await trial.open()
      return await trial.run(work)
    } finally {
      await trial.rollback()
    }
  })
}
