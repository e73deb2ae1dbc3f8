import { mergeCatalogues } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/coded-errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { referenceDataErrors } from '#reference-data/reference-data.errors.ts'
import { accessErrors } from './access.errors.ts'

/** Every code that the identity service answers with, by chapter. */
export const errorCatalogue = mergeCatalogues(sharedErrors, accessErrors, referenceDataErrors)

export const {
  Conflict,
  Forbidden,
  Gone,
  MalformedRequest,
  NotAuthenticated,
  NotFound,
  TooLarge,
  TooManyRequests,
  Unavailable,
  ValidationFailed,
} = errorsOf(errorCatalogue)
