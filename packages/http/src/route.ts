import type { BodyIn, Contract, ParamsIn, QueryIn, ReplyOf } from '@atrium/core/contract'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, LogLevel } from 'fastify'
import type { Access } from './access.ts'
import { handleAsCurrent } from './request-log.ts'

/** What a handler gets: the validated parts of the request, who sent it, and the record it is about. */
export interface RouteRequest<C, Actor, Subject> {
  params: ParamsIn<C>
  query: QueryIn<C>
  body: BodyIn<C>
  actor: Actor
  subject: Subject
  request: FastifyRequest
  reply: FastifyReply
}

/** JSON that is sent as it is: PostgreSQL has written it as the contract's reply declares it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The reply of the contract; a route without one sends through `reply`, as pages do. */
export type Handler<C, Actor, Subject = unknown> = (
  request: RouteRequest<C, Actor, Subject>,
) => C extends { reply: object } ? Reply<C> | JsonText | Promise<Reply<C> | JsonText> : unknown
type Reply<C> = C extends { isPage: true } | { produces: readonly string[] } | { statuses: object }
  ? ReplyOf<C> | FastifyReply
  : ReplyOf<C>

/** What a route needs on the server that is no part of its contract. */
export interface ServerOptions
  extends Pick<FastifyContextConfig, 'maxFileBytes' | 'rateLimit' | 'checkFields' | 'isLongPoll'> {
  /** Whether HEAD works too; not for a GET that uses something up. */
  exposeHeadRoute?: boolean
  logLevel?: LogLevel
}

/** Registers a contract with its handler; `access` enforces the rule that the contract states. */
export function addRoute<C extends Contract, Actor, Subject>(
  app: FastifyInstance,
  contract: C,
  access: Access,
  handler: Handler<C, Actor, Subject>,
  { exposeHeadRoute = true, logLevel, ...options }: ServerOptions = {},
) {
  app.route({
    method: contract.method,
    url: contract.path,
    schema: schemaOf(contract),
    exposeHeadRoute,
    ...(logLevel && { logLevel }),
    config: {
      ...configOf(contract),
      ...options,
      access: { ...access, rule: contract.access },
      errors: errorsByStatus(app, contract, access),
    },
    handler: (request, reply) => {
      const { params, query, body, actor, subject } = request
      const given = { params, query, body, actor, subject, request, reply } as RouteRequest<C, Actor, Subject>
      return handleAsCurrent(request, () => handler(given))
    },
  })
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

function configOf(contract: Contract): FastifyContextConfig {
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
