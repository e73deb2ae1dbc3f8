import type { App } from '@atrium/http/app/create-app'
import { RequestOrigin } from '@atrium/http/routes/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { TooManyRequests } from '#errors.ts'
import type { Route } from '#route.ts'
import { mcpAddress } from '#settings.ts'
import { admitAgent } from './admit-agent.ts'
import { callTool } from './call-tool.ts'
import { errorOf, type Message, RpcError, readMessage, resultOf } from './json-rpc.ts'
import { callMcp, getMcpMetadata, getResourceMetadata } from './mcp.contract.ts'
import { answerProtocol, resultIn, unknownMethod } from './protocol.ts'
import type { ToolCall } from './tools/run-tool.ts'
import { versionOf } from './versions.ts'

/** The limit of one agent, however many connections it has. */
const CALLS_PER_MINUTE = 300
/** Only clients of 2025-03-26 send several messages at once. */
const MAX_BATCH = 50

export function mcpRoutes(app: App, route: Route, deps: Deps) {
  const { settings } = deps
  const checkRate = rateOf(app)

  const metadata = () => ({
    resource: mcpAddress(settings),
    authorization_servers: [settings.IDENTITY_URL],
    scopes_supported: ['tasks:read'],
    bearer_methods_supported: ['header'],
    resource_name: deps.notices.current().branding.name,
    resource_documentation: `${settings.TASKS_URL}/docs/guides/mcp`,
  })
  route(getMcpMetadata, {}, metadata)
  route(getResourceMetadata, {}, metadata)

  route(callMcp, {}, async ({ request, reply }) => {
    const actor = await admitAgent(deps, request)
    // For the activity, the audit log and whatever else asks who the current request is from.
    request.actor = actor
    for (const _ of messagesIn(request.body)) await checkRate(request, actor)
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    const call = { app, deps, actor, origin: new RequestOrigin(request), idempotencyKey }
    return answerBody(call, request, reply)
  })
}

function messagesIn(body: unknown) {
  return Array.isArray(body) && body.length <= MAX_BATCH ? body : [body]
}

async function answerBody(call: ToolCall, request: FastifyRequest, reply: FastifyReply) {
  const { body } = request
  if (!Array.isArray(body) || body.length === 0 || body.length > MAX_BATCH) {
    const { status, answer } = await answerMessage(call, request, body)
    return answer ? reply.code(status).send(answer) : reply.code(202).send()
  }
  const answers = []
  for (const message of body) {
    answers.push((await answerMessage(call, request, message)).answer)
  }
  const sent = answers.filter(answer => answer !== undefined)
  if (sent.length === 0) return reply.code(202).send()
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(sent)
}

async function answerMessage(call: ToolCall, { headers }: FastifyRequest, body: unknown) {
  let id: Message['id']
  try {
    const message = readMessage(body)
    id = message.id
    const version = versionOf(headers, message)
    if (id === undefined) return { status: 202 }
    const answer =
      message.method === 'tools/call'
        ? await callTool(call, message.params)
        : answerProtocol(message, version)
    if (!answer) throw unknownMethod(message.method, version)
    return { status: 200, answer: resultOf(id, resultIn(version, answer)) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { status: error.status, answer: errorOf(id, error) }
  }
}

/** Unlimited where the service is. */
function rateOf(app: App) {
  if (!app.hasDecorator('createRateLimit')) return async () => {}
  const limit = app.createRateLimit({
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: request => `agent ${agentOf(request)}`,
  })
  return async (request: FastifyRequest, _actor: Actor) => {
    const state = await limit(request)
    if (!state.isAllowed && state.isExceeded)
      throw new TooManyRequests('rate_limited', { retryAfter: Math.ceil(state.ttl / 1000) })
  }
}

function agentOf({ actor }: FastifyRequest) {
  return (actor as Actor).grant?.agent?.id
}
