import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const liveErrors = defineErrors(language => texts(language).live.errors, {
  stream_token_invalid: 401,
  session_revoked: 401,
  session_expired: 401,
  session_unverified: 503,
  forbidden_topic: 403,
  slow_consumer: 409,
  too_many_streams: 409,
  server_shutdown: 503,
  internal: 500,
})
