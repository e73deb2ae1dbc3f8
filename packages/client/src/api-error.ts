type FieldTexts = Record<string, string[]>
type Details = Record<string, unknown> & { errors?: FieldTexts; reason?: string }

export interface ErrorBody {
  error: { code: number; message: string; details?: Details }
}

/** A refusal of the server, or no answer at all (status 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly details: Details
  readonly requestId: string | null
  /** In seconds, if the server says when to try again. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    details: Details = {},
    requestId: string | null = null,
    retryAfter?: number,
  ) {
    super(message)
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  /** What programs branch on, such as `stale_version`. */
  get code() {
    return this.details.reason
  }

  /** The texts of a 422, by field. */
  get fieldErrors(): FieldTexts {
    return this.details.errors ?? {}
  }
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}

export function hasCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** The codes that a contract declares. */
type CodeOf<C> = C extends { errors: readonly (infer Code extends string)[] } ? Code : never

/** Whether the call of this contract was refused with this code; the compiler knows which codes it declares. */
export function isRefused<C>(_contract: C, error: unknown, code: CodeOf<C>): error is ApiError {
  return hasCode(error, code)
}

/** It was there and is gone, or is no longer visible to this user. */
export function isLost(error: unknown) {
  return [403, 404, 410].some(status => hasStatus(error, status))
}

/** A proxy between us and the server answers in its own words. */
export function errorFrom(
  status: number,
  statusText: string,
  body: unknown,
  header: (name: string) => string | null,
) {
  const requestId = header('x-request-id')
  const retryAfter = Number(header('retry-after')) || undefined
  if (typeof (body as ErrorBody | undefined)?.error?.code !== 'number') {
    return new ApiError(status, statusText, {}, requestId, retryAfter)
  }
  const { message, details } = (body as ErrorBody).error
  return new ApiError(status, message, details, requestId, retryAfter)
}
