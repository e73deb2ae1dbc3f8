import { rolesErrors } from '@atrium/access-control/roles.errors'
import { type FieldCodes, mergeCatalogues } from '@atrium/core/catalogue'
import { errorsOf } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { idempotencyErrors } from '@atrium/http/idempotency/idempotency.errors'
import { outboundErrors } from '@atrium/outbound/outbound.errors'
import { webhooksErrors } from '@atrium/webhooks/webhooks.errors'
import { accessControlErrors } from '#access-control/access-control.errors.ts'
import { adminErrors } from '#admin/admin.errors.ts'
import { auditErrors } from '#audit/audit.errors.ts'
import { groupsErrors } from '#groups/groups.errors.ts'
import { mailErrors } from '#mail/mail.errors.ts'
import { oauthErrors } from '#oauth/oauth.errors.ts'
import { referenceDataErrors } from '#reference-data/reference-data.errors.ts'
import { registrationErrors } from '#registration/registration.errors.ts'
import { scimErrors } from '#scim/scim.errors.ts'
import { signInErrors } from '#sign-in/sign-in.errors.ts'
import { storageErrors } from '#storage/storage.errors.ts'
import { tokensErrors } from '#tokens/tokens.errors.ts'
import { usersErrors } from '#users/users.errors.ts'
import { accessErrors } from './access.errors.ts'

/** Every code that the identity service answers with, by chapter. */
export const errorCatalogue = mergeCatalogues(
  sharedErrors,
  accessErrors,
  rolesErrors,
  idempotencyErrors,
  outboundErrors,
  auditErrors,
  accessControlErrors,
  groupsErrors,
  tokensErrors,
  referenceDataErrors,
  storageErrors,
  usersErrors,
  signInErrors,
  registrationErrors,
  mailErrors,
  oauthErrors,
  scimErrors,
  adminErrors,
  webhooksErrors,
)

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

/** The codes of single fields. */
export type FieldCode = FieldCodes<typeof errorCatalogue>
export type FieldErrors = Record<string, FieldCode>
