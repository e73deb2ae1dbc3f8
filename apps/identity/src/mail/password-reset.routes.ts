import type { Origin } from '@atrium/http/routes/operation'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { Route } from '#route.ts'
import { texts } from '#texts.ts'
import { emailJobs } from './email-jobs.ts'
import * as commands from './password-reset.commands.ts'
import { type PasswordReset, resetPassword } from './password-reset.contract.ts'

const rateLimit = { max: 120, timeWindow: '1 minute' }

export function passwordResetRoutes(route: Route, deps: Deps) {
  route(resetPassword, { rateLimit }, async ({ body, origin }) => ({
    message: await requestOrReset(deps, origin, body),
  }))
}

/** A request names an account and is answered the same for all; a reset has the token from the email. */
async function requestOrReset(
  deps: Deps,
  { language, address }: Origin,
  { username, token, password }: PasswordReset,
) {
  if (token && password) {
    await commands.resetPassword(deps, { token, password, language, address })
    return texts(language).mail.passwordReset.done
  }
  if (!username || token || password) {
    const missing = token ? 'password' : password ? 'token' : 'username'
    throw new ValidationFailed({ [missing]: 'username_or_token_required' })
  }
  await emailJobs.resetPassword(deps.db, { username, language })
  return texts(language).mail.passwordReset.requested
}
