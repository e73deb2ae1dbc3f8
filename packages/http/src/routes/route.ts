import type { BodyIn, Contract, Endpoint, ParamsIn, QueryIn, ReplyOf } from '@atrium/core/contract'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, LogLevel } from 'fastify'
import type { Access } from './access.ts'
import { createCall, type Origin, RequestOrigin } from './operation.ts'
import { type JsonText, TextFile } from './replies.ts'
import { handleAsCurrent } from './request-log.ts'
import { checksOf, compileSerializer } from './request-validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the handler only reads before its transaction. An Idempotency-Key is then claimed with the first statement
     * of that instead of before the handler, which saves a round trip.
     */
    onlyReadsFirst?: boolean
  }
}

/** What a handler gets: the validated parts of the call, who sent it, and the record it is about. */
export type RouteRequest<C, Actor, Subject> = {
  params: ParamsIn<C>
  query: QueryIn<C>
  body: BodyIn<C>
  actor: Actor
  subject: Subject
  origin: Origin
} & (C extends { isHttpOnly: true } ? { request: FastifyRequest; reply: FastifyReply } : unknown)

/** The reply of the contract; an endpoint can also send through `reply`, as pages do. */
export type Handler<C, Actor, Subject = unknown> = (
  request: RouteRequest<C, Actor, Subject>,
) => C extends { reply: object } ? Reply<C> | Promise<Reply<C>> : unknown
type Reply<C> =
  | ReplyOf<C>
  | JsonText
  | (C extends { isHttpOnly: true }
      ? FastifyReply
      : C extends { produces: readonly string[] }
        ? TextFile
        : never)

/** What a route needs on the server that is no part of its contract. */
export interface ServerOptions
  extends Pick<
    FastifyContextConfig,
    | 'maxFileBytes'
    | 'keepsRawBody'
    | 'rateLimit'
    | 'checkFields'
    | 'isLongPoll'
    | 'onlyReadsFirst'
    | 'hasSecretPath'
  > {
  /** The size of its body, if it can be larger than usual. */
  maxBodyBytes?: number
  /** Whether HEAD works too; not for a GET that uses something up. */
  exposeHeadRoute?: boolean
  logLevel?: LogLevel
}

/** Registers a contract with its handler; `access` enforces the rule that the contract states. */
export function addRoute<C extends Contract, Actor, Subject>(
  app: FastifyInstance,
  contract: C,
  access: Access<Actor>,
  handler: Handler<C, Actor, Subject>,
  { exposeHeadRoute = true, logLevel, maxBodyBytes, ...options }: ServerOptions = {},
) {
  if (app.operations.has(contract.name)) throw new Error(`two routes are called ${contract.name}`)
  const enforced = { ...access, rule: contract.access }
  const checks = checksOf(contract)
  const serialize = contract.reply && compileSerializer({ schema: contract.reply } as never)
  const handle = handler as (given: object) => unknown
  const isCallable = serialize && !('isHttpOnly' in contract)
  const steps = { access: enforced, checks, checkFields: options.checkFields, handle }
  app.operations.set(contract.name, {
    contract,
    ...(isCallable && { call: createCall(app, contract, { ...steps, serialize }) }),
  })
  app.route({
    method: contract.method,
    url: contract.path,
    schema: schemaOf(contract),
    validatorCompiler: ({ httpPart }) => checks[httpPart as keyof typeof checks] as never,
    ...(serialize && { serializerCompiler: () => serialize }),
    exposeHeadRoute,
    ...(logLevel && { logLevel }),
    ...(maxBodyBytes && { bodyLimit: maxBodyBytes }),
    config: {
      ...configOf(contract as Partial<Endpoint>),
      ...options,
      access: enforced,
      errors: errorsByStatus(app, contract, access),
    },
    handler: (request, reply) => {
      const { params, query, body, actor, subject } = request
      const origin = new RequestOrigin(request)
      const given = { params, query, body, actor, subject, origin, request, reply }
      const answer = handleAsCurrent(request, () => handle(given))
      return contract.produces && isCallable ? sendFile(reply, answer) : answer
    },
  })
}

/** Sends a file, or leaves the reply to Fastify. */
async function sendFile(reply: FastifyReply, answer: unknown) {
  const sent = await answer
  if (!(sent instanceof TextFile)) return sent
  const disposition = `attachment; filename="${sent.name}"`
  return reply.type(sent.type).header('content-disposition', disposition).send(sent.text)
}

function schemaOf({ name, tag, summary, description, params, query, body, reply, produces }: Contract) {
  return present({
    operationId: name,
    tags: [tag],
    summary,
    description,
    params,
    querystring: query,
    body,
    response: reply && { 200: reply },
    produces: produces && [...produces],
  })
}

function configOf(contract: Partial<Endpoint>): FastifyContextConfig {
  const { isPage, noCors, forApplications, changesState, duringMaintenance, hasOAuthErrors } = contract
  const { statuses, setCookie, security, undeclared = {} } = contract
  return present({
    isPage,
    noCors,
    forApplications,
    changesState,
    duringMaintenance,
    hasOAuthErrors,
    openapi: present({
      statuses,
      setCookie,
      security: security?.map(each => ({ ...each }) as Record<string, string[]>),
      querystring: undeclared.query,
      headers: undeclared.headers,
      body: undeclared.body,
    }),
  })
}

/** Fastify and its plugins distinguish an absent key from an undefined one. */
function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

/** An unknown code stops the start. */
function errorsByStatus(
  { errorCatalogue }: FastifyInstance,
  { method, path, errors = [] }: Contract,
  access: Access,
) {
  const byStatus: Record<number, string[]> = {}
  for (const code of new Set([...errors, ...(access.errors ?? [])])) {
    const status = errorCatalogue[code]?.status
    if (!status) throw new Error(`${method} ${path} names the error ${code}, which no catalogue defines`)
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  return byStatus
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The error codes of the route's contract and access rule, by status. */
    errors?: Record<number, string[]>
  }
}
