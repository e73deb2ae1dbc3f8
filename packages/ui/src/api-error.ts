type FieldErrors = Record<string, string[]>

export interface ErrorBody {
  error: { code: number; message: string; details?: { errors?: FieldErrors } }
}

/** A refusal of the server, or no answer at all (code 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: number
  readonly fieldErrors: FieldErrors
  readonly requestId: string | null

  constructor(code: number, message: string, fieldErrors: FieldErrors = {}, requestId: string | null = null) {
    super(message)
    this.code = code
    this.fieldErrors = fieldErrors
    this.requestId = requestId
  }
}

export function hasCode(error: unknown, code: number): error is ApiError {
  return error instanceof ApiError && error.code === code
}
