import { texts } from '@atrium/texts/shared'
import { defineErrors } from './catalogue.ts'

/** What every service can answer with, its shared packages included. */
export const sharedErrors = defineErrors(language => texts(language).requests.errors, {
  validation_failed: 422,

  address_not_found: { status: 404, kind: 'address-not-found' },
  method_not_allowed: 405,
  malformed_address: 400,
  malformed_request: 400,
  malformed_json: 400,
  body_length_mismatch: 400,
  malformed_multipart: 400,
  unexpected_file: 400,
  unstorable_text: 400,
  number_out_of_range: 400,
  unreadable_date: 400,

  foreign_origin: 403,
  metrics_token_required: 401,

  already_exists: { status: 409, kind: 'entity-already-exists' },
  still_in_use: 409,

  body_too_large: 413,
  file_too_large: 413,
  form_field_too_large: 413,
  too_many_files: 413,
  too_many_fields: 413,
  too_many_parts: 413,
  unsupported_content_type: 415,
  precondition_failed: 412,
  range_not_satisfiable: 416,
  headers_too_large: 431,
  request_timeout: 408,
  rate_limited: 429,
  refused: 400,

  internal_error: 500,
  database_unavailable: 503,
  try_again: 503,
  no_space_left: 503,
  service_stopping: 503,
  service_not_ready: 503,
  identity_unavailable: 503,
  clocks_differ: 503,
  storage_unavailable: 503,
  maintenance: 503,
  web_application_not_built: 503,

  application_file_not_found: 404,
  logo_not_found: 404,
  file_content_not_found: 404,
  mail_job_not_found: 404,
  mail_job_running: 409,
})
