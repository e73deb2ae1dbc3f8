import { DomainError, describeError } from '@atrium/core/errors'
import { errorCatalogue } from '#errors.ts'
import { requireScopes } from './admit-agent.ts'
import { RpcError } from './json-rpc.ts'
import { proposeCall } from './proposals/propose.ts'
import { checkedInput, runTool, type ToolCall } from './tools/run-tool.ts'
import type { Answer, Tool } from './tools/tool.ts'
import { findTool } from './tools/tools.ts'

/** The result of `tools/call`. Refusals are results too, so that the agent can react to them. */
export async function callTool(call: ToolCall, params: Record<string, unknown>) {
  const tool = findTool(params.name)
  if (!tool) throw new RpcError('invalidParams', `Unknown tool: ${String(params.name)}`, { status: 200 })
  requireScopes(call.deps, call.actor, tool.scopes)
  try {
    const input = checkedInput(tool, params.arguments ?? {})
    const { content, text } = await answerOnce(call, tool, input)
    return { content: [{ type: 'text', text }], structuredContent: content, isError: false }
  } catch (thrown) {
    return { content: [{ type: 'text', text: refusalOf(call, thrown) }], isError: true }
  }
}

async function answerOnce(call: ToolCall, tool: Tool, input: never): Promise<Answer> {
  const { app, actor, idempotencyKey: key } = call
  const isProposed = !tool.isReadOnly && actor.grant?.agent?.mode === 'proposes'
  const answer = () => (isProposed ? proposeCall(call, tool, input) : runTool(call, tool, input))
  if (key === undefined || tool.isReadOnly || !app.runOnce) return answer()
  const content = ['callTool', tool.name, input]
  return JSON.parse(await app.runOnce({ key, actor, content }, async () => JSON.stringify(await answer())))
}

/** In the words of the API, with the code that programs know. */
function refusalOf({ app, origin }: ToolCall, thrown: unknown) {
  const error = app.codedError(thrown)
  if (error.statusCode >= 500 && !(thrown instanceof DomainError))
    app.log.error({ err: thrown }, 'a tool of the MCP server failed')
  const { message, fields = {} } = describeError(errorCatalogue, origin.language, error) as {
    message: string
    fields?: Record<string, string[]>
  }
  const lines = Object.entries(fields).map(([field, problems]) => `${field}: ${problems.join(', ')}`)
  return [`${message} (${error.code})`, ...lines].join('\n')
}
