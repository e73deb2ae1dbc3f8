import {
  type Catalogue,
  type CodesWithStatus,
  type FieldCodes,
  type Params,
  type ParamsOf,
  textOf,
} from './catalogue.ts'
import type { Language } from './language.ts'

export interface ErrorExtras {
  headers?: Record<string, string>
  cause?: unknown
  /** Whether someone who opens a page is sent to sign in instead; a 401 always does. */
  leadsToSignIn?: boolean
}

/**
 * A refusal: a code that programs branch on, and its parameters, which are public. What it says to people is in the
 * catalogue of its chapter.
 */
export class DomainError extends Error {
  override name = 'DomainError'
  readonly statusCode: number
  readonly code: string
  readonly params: Params
  readonly headers: Record<string, string>
  readonly leadsToSignIn: boolean

  constructor(statusCode: number, code: string, params: Params = {}, extras: ErrorExtras = {}) {
    super(code, { cause: extras.cause })
    this.statusCode = statusCode
    this.code = code
    this.params = params
    this.headers = extras.headers ?? {}
    this.leadsToSignIn = extras.leadsToSignIn ?? statusCode === 401
  }
}

/** A code, or a code with its parameters. */
export type FieldError = string | ({ code: string } & Params)
export type FieldErrors = Record<string, FieldError | FieldError[]>

export function codeOf(error: FieldError) {
  return typeof error === 'string' ? error : error.code
}

export function fieldText(catalogue: Catalogue, language: Language, error: FieldError) {
  return textOf(catalogue, language, codeOf(error), typeof error === 'string' ? {} : error)
}

/** What an error says to people: one sentence, and the texts of single fields. */
export function describeError(catalogue: Catalogue, language: Language, error: DomainError) {
  const message = textOf(catalogue, language, error.code, error.params)
  if (!(error instanceof ValidationFailed)) return { message }
  return { message, fields: mapFields(error.fields, field => fieldText(catalogue, language, field)) }
}

export function mapFields(fields: FieldErrors, map: (error: FieldError) => string) {
  // fromEntries creates a field called __proto__ like any other.
  return Object.fromEntries(
    Object.entries(fields).map(([field, errors]) => [field, [errors].flat().map(map)]),
  )
}

/** What is wrong with which field. */
export class ValidationFailed extends DomainError {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors, params: Params = {}) {
    super(422, 'validation_failed', params)
    this.fields = fields
  }
}

const errorClasses = {
  MalformedRequest: withStatus(400),
  NotAuthenticated: withStatus(401, { headers: { 'www-authenticate': 'Bearer' } }),
  Forbidden: withStatus(403),
  NotFound: withStatus(404),
  Conflict: withStatus(409),
  Gone: withStatus(410),
  TooLarge: withStatus(413),
  TooManyRequests: withStatus(429),
  Unavailable: withStatus(503),
  ValidationFailed,
}

function withStatus<Status extends number>(status: Status, common: ErrorExtras = {}) {
  return class extends DomainError {
    constructor(code: string, params: Params = {}, extras: ErrorExtras = {}) {
      const { retryAfter } = params
      const waiting: Record<string, string> =
        retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      super(status, code, params, {
        ...common,
        ...extras,
        headers: { ...common.headers, ...waiting, ...extras.headers },
      })
    }
  }
}

interface ErrorClass<C, Status> {
  new <Code extends CodesWithStatus<C, Status>>(code: Code, ...rest: Rest<ParamsOf<C[Code]>>): DomainError
}
type Rest<Needed> = object extends Needed
  ? [params?: Params, extras?: ErrorExtras]
  : [params: Needed & Params, extras?: ErrorExtras]

/** Says in `retryAfter`, in seconds, when to try again. */
interface WaitingErrorClass<C, Status> {
  new <Code extends CodesWithStatus<C, Status>>(
    code: Code,
    params: ParamsOf<C[Code]> & { retryAfter: number } & Params,
    extras?: ErrorExtras,
  ): DomainError
}

type CodedField<C> =
  | FieldCodes<C>
  | { [Code in FieldCodes<C>]: { code: Code } & ParamsOf<C[Code]> }[FieldCodes<C>]

interface ErrorClasses<C extends Catalogue> {
  MalformedRequest: ErrorClass<C, 400>
  NotAuthenticated: ErrorClass<C, 401>
  Forbidden: ErrorClass<C, 403>
  NotFound: ErrorClass<C, 404>
  Conflict: ErrorClass<C, 409>
  Gone: ErrorClass<C, 410>
  TooLarge: ErrorClass<C, 413>
  TooManyRequests: WaitingErrorClass<C, 429>
  Unavailable: WaitingErrorClass<C, 503>
  ValidationFailed: new (
    fields: Record<string, CodedField<C> | CodedField<C>[]>,
    params?: Params,
  ) => ValidationFailed
}

/** The error classes, which take only codes of this catalogue, each with the parameters that its text needs. */
export function errorsOf<C extends Catalogue>(_catalogue: C) {
  return errorClasses as unknown as ErrorClasses<C>
}

/** A service or a command cannot run; the message is one sentence for the person who started it. */
export class StartRefused extends Error {}
