import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { constraintErrors } from '@atrium/database/constraint-errors'
import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import { errorCatalogue } from '#errors.ts'
import { FileNotRead } from '../plan/import-format.ts'
import { SourceFailed } from '../sources/import-source.ts'
import type { ImportFailure } from './stored-job.ts'

/** Ends the import with a failure of its own. */
export class Stopped extends Error {
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(failure.code)
    this.failure = failure
  }
}

const fileCodes: Record<FileNotRead['problem'], string> = {
  empty: 'import_file_empty',
  notText: 'import_file_not_text',
  notUtf8: 'import_file_not_text',
  notJson: 'import_file_damaged',
  notTrello: 'import_file_of_other_program',
  otherFormat: 'import_file_of_other_program',
  damaged: 'import_file_damaged',
  tooLarge: 'import_file_too_large',
  unreadable: 'import_file_damaged',
}

const sourceCodes: Record<SourceFailed['problem'], string> = {
  tokenRefused: 'import_token_refused',
  notFound: 'import_address_not_found',
  unavailable: 'import_source_unavailable',
  nonsense: 'import_answer_unexpected',
  tooLarge: 'import_file_too_large',
  placeExpected: 'import_place_expected',
}

/** What the user has to know; undefined for what can be better at the next attempt. */
export function failureOf(thrown: unknown): ImportFailure | undefined {
  if (thrown instanceof Stopped) return thrown.failure
  if (thrown instanceof FileNotRead) return { code: fileCodes[thrown.problem] }
  if (thrown instanceof SourceFailed) {
    return { code: sourceCodes[thrown.problem], params: { detail: thrown.detail ?? '' } }
  }
  if (thrown instanceof OutboundAddressRefused)
    return { code: 'outbound_address_refused', params: thrown.params }
  const error = translate(thrown)
  if (!(error instanceof DomainError) || error.statusCode >= 500) return undefined
  const fields = error instanceof ValidationFailed ? { fields: error.fields } : {}
  return { code: error.code, params: error.params, ...fields }
}

const translate = constraintErrors(errorCatalogue)
