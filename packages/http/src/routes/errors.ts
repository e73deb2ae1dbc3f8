import { errorsOf } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'

export const {
  Forbidden,
  MalformedRequest,
  NotAuthenticated,
  NotFound,
  TooLarge,
  TooManyRequests,
  Unavailable,
} = errorsOf(sharedErrors)
