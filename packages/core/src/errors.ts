import type { FieldErrors } from './coded-errors.ts'

export interface ErrorExtras {
  details?: Record<string, unknown>
  headers?: Record<string, string>
  cause?: unknown
  /** Whether a person who opens a page is sent to sign in instead; a 401 always does. */
  leadsToSignIn?: boolean
}

/** What a service says when it refuses: one status, one sentence, and free details. */
export class DomainError extends Error {
  readonly statusCode: number
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>
  readonly leadsToSignIn: boolean

  constructor(statusCode: number, message: string, extras: ErrorExtras = {}) {
    const { details, headers = {}, cause, leadsToSignIn = statusCode === 401 } = extras
    super(message, { cause })
    this.statusCode = statusCode
    this.details = details
    this.headers = headers
    this.leadsToSignIn = leadsToSignIn
  }
}

export class MalformedRequest extends DomainError {
  constructor(message: string, extras?: ErrorExtras) {
    super(400, message, extras)
  }
}

export class NotAuthenticated extends DomainError {
  constructor(message: string, extras?: ErrorExtras) {
    super(401, message, { headers: { 'www-authenticate': 'Bearer' }, ...extras })
  }
}

export class Forbidden extends DomainError {
  constructor(message: string, extras?: ErrorExtras) {
    super(403, message, extras)
  }
}

export class EntityNotFound extends DomainError {
  constructor(entity: string) {
    super(404, `${entity} was not found`)
  }
}

export class Conflict extends DomainError {
  constructor(message: string, details?: Record<string, unknown>) {
    super(409, message, { details })
  }
}

export class EntityAlreadyExists extends Conflict {
  constructor(entity: string, field?: string) {
    super(`${entity} with this ${field ?? 'name'} already exists`, field ? { field } : undefined)
  }
}

export class Gone extends DomainError {
  constructor(message: string, details?: Record<string, unknown>) {
    super(410, message, { details })
  }
}

export class ValidationFailed extends DomainError {
  constructor(errors: FieldErrors) {
    super(422, 'validation_failed', { details: { errors } })
  }
}

export class TooManyRequests extends DomainError {
  constructor(message: string, retryAfterSeconds: number) {
    super(429, message, { headers: { 'retry-after': String(retryAfterSeconds) } })
  }
}

export class Unavailable extends DomainError {
  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super(503, message, { headers: { 'retry-after': String(retryAfterSeconds) }, cause })
  }
}

export { StartRefused } from './coded-errors.ts'
