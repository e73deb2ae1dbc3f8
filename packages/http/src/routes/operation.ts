import type { Contract, PartsOf, ReplyOf } from '@atrium/core/contract'
import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { type Language, languageOf } from '@atrium/core/language'
import { fieldErrors } from '@atrium/core/validation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from './access.ts'
import { TextFile } from './replies.ts'
import { type CheckFields, type Checks, fieldRefusal, type Input } from './request-validation.ts'

/** Where a call comes from, whatever carries it. */
export interface Origin {
  language: Language
  address: string
  userAgent: string
}

/** Runs an operation without HTTP; throws coded errors. What the contract's reply does not declare is left out. */
export type Call<C extends Contract = Contract, Actor = unknown> = (
  actor: Actor | null,
  input: PartsOf<C>,
  origin: Origin,
  options?: CallOptions,
) => Promise<ReplyOf<C>>

interface CallOptions {
  /** For a POST: a repeat within a day gets the first answer, as with the header of HTTP. */
  idempotencyKey?: string
}

/** A route of the service: an operation can be called without HTTP, an endpoint cannot. */
export interface Operation {
  contract: Contract
  call?: Call
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the service by its name, for the API description, clients and callers without HTTP. */
    operations: Map<string, Operation>
    /** Runs a call with a key once, and returns the JSON of its first answer. A service without keys has none. */
    runOnce?: (call: KeyedCall, work: () => Promise<string>) => Promise<string>
  }
}

interface KeyedCall {
  key: string
  actor: unknown
  content: unknown[]
}

/** What happens between a caller and the answer. HTTP takes the same steps, the first one before the body is read. */
interface Steps {
  access: Access
  checks: Checks
  checkFields?: CheckFields | undefined
  handle: (given: Input & { actor: unknown; subject: unknown; origin: Origin }) => unknown
  /** Writes what the contract's reply declares as JSON. */
  serialize: (answer: unknown) => string
}

export function createCall(app: FastifyInstance, contract: Contract, steps: Steps): Call {
  const { name, method, access: rule } = contract
  const { access, checks, checkFields, handle, serialize } = steps

  async function run(actor: unknown, parts: Partial<Input>, origin: Origin, key?: string) {
    refuseDuringMaintenance(app, contract)
    admit(access, actor)
    const { input, refused } = validate(checks, parts)
    if (refused && !(checkFields && refused.part === 'body')) {
      throw new ValidationFailed(fieldErrors(refused.errors))
    }
    const subject = await access.findSubject?.(actor, input)
    if (refused) throw await fieldRefusal(refused.errors, checkFields, { ...input, actor })
    const answer = async () => {
      const reply = await handle({ ...input, actor, subject, origin })
      return reply instanceof TextFile ? reply : serialize(reply)
    }
    const isKept = key !== undefined && method === 'POST' && rule.token
    if (!isKept || !app.runOnce) return answer()
    return app.runOnce({ key, actor, content: [name, input] }, async () => String(await answer()))
  }

  return async (actor, parts, origin, { idempotencyKey } = {}) => {
    try {
      const answer = await run(actor, parts as Partial<Input>, origin, idempotencyKey)
      return answer instanceof TextFile ? answer : JSON.parse(answer)
    } catch (thrown) {
      const error = app.codedError(thrown)
      if (error.statusCode >= 500 && error.code !== 'maintenance')
        app.log.error({ err: thrown, operation: name }, 'call failed')
      throw error
    }
  }
}

function refuseDuringMaintenance(app: FastifyInstance, contract: Contract) {
  const { method, changesState, duringMaintenance } = contract
  const refusal = method !== 'GET' || changesState ? app.maintenanceError?.() : undefined
  if (refusal && !duringMaintenance) throw refusal
}

function admit({ rule, checkActor }: Access, actor: unknown) {
  if (!rule.token) return
  if (!actor) throw new DomainError(401, 'not_authenticated')
  checkActor?.(actor)
}

/** Checks the parts in the order of HTTP, which stops at the first one that is refused. */
function validate(checks: Checks, parts: Partial<Input>) {
  // Checks fill in defaults, which is nothing that the caller's own object should show.
  const { params = {}, query = {}, body } = structuredClone(parts)
  const input: Input = { params, query, body }
  const order = { params: 'params', body: 'body', query: 'querystring' } as const
  for (const [part, httpPart] of Object.entries(order) as [keyof Input, keyof Checks][]) {
    const { error } = checks[httpPart]?.(input[part] ?? null) ?? {}
    if (error) return { input, refused: { part, errors: error } }
  }
  return { input }
}

export function contractsOf({ operations }: Pick<FastifyInstance, 'operations'>) {
  return [...operations.values()].map(({ contract }) => contract)
}

/** Finds the call of a contract, typed. */
export function operationOf<C extends Contract, Actor>(
  { operations }: Pick<FastifyInstance, 'operations'>,
  { name }: C & { isHttpOnly?: never },
): Call<C, Actor> {
  const call = operations.get(name)?.call
  if (!call) throw new Error(`${name} cannot be called without HTTP`)
  return call as Call<C, Actor>
}

/** The origin of an HTTP request; most handlers never ask for it. */
export class RequestOrigin implements Origin {
  readonly #request: FastifyRequest

  constructor(request: FastifyRequest) {
    this.#request = request
  }

  get language() {
    return languageOf(this.#request)
  }

  get address() {
    return this.#request.ip
  }

  get userAgent() {
    return this.#request.headers['user-agent'] ?? ''
  }
}
