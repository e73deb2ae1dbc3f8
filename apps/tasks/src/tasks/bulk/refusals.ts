import { codeOf, type DomainError, describeError, fieldText, ValidationFailed } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { errorCatalogue } from '#errors.ts'
import type { BulkRefusal, BulkResult } from './bulk.contract.ts'

/** Why a task stays as it is, or one field of it. */
export interface Refusal {
  taskId: number
  error: DomainError
  field?: string
}

export interface Outcome extends Omit<BulkResult, 'refusals'> {
  refusals: Refusal[]
}

export function describeOutcome({ refusals, ...outcome }: Outcome, language: Language): BulkResult {
  return { ...outcome, refusals: refusals.map(refusal => describeRefusal(refusal, language)) }
}

export function describeRefusal({ taskId, error, field }: Refusal, language: Language): BulkRefusal {
  const [invalid] = error instanceof ValidationFailed ? Object.entries(error.fields) : []
  if (!invalid) {
    const { message } = describeError(errorCatalogue, language, error)
    return { taskId, code: error.code, message, ...(field && { field }) }
  }
  const [name, problems] = invalid
  const [problem = ''] = [problems].flat()
  return { taskId, code: codeOf(problem), message: fieldText(errorCatalogue, language, problem), field: name }
}
