type FieldErrors = Record<string, string[]>
type Details = Record<string, unknown> & { errors?: FieldErrors; reason?: string }

export interface ErrorBody {
  error: { code: number; message: string; details?: Details }
}

/** A refusal of the server, or no answer at all (code 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly details: Details
  readonly requestId: string | null

  constructor(code: number, message: string, details: Details = {}, requestId: string | null = null) {
    super(message)
    this.code = code
    this.details = details
    this.requestId = requestId
  }

  get fieldErrors(): FieldErrors {
    return this.details.errors ?? {}
  }
}

export function hasCode(error: unknown, code: number): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** A conflict that the server has given a name, such as stale_version. */
export function hasReason(error: unknown, reason: string): error is ApiError {
  return error instanceof ApiError && error.details.reason === reason
}

/** It was there and is gone, or is no longer for this user. */
export function isLost(error: unknown) {
  return [403, 404, 410].some(code => hasCode(error, code))
}
