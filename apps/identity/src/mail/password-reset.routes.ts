import { describeError, ValidationFailed } from '@atrium/core/errors'
import { type Language, languageOf } from '@atrium/core/language'
import { compileRecordCheck } from '@atrium/core/validation'
import { type Page, sendPage } from '@atrium/http/page'
import { choosePreferences } from '@atrium/http/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Gone } from '#errors.ts'
import type { Route } from '#route.ts'
import { signInAddress } from '#settings.ts'
import { Password } from '#sign-in/credentials/credentials.contract.ts'
import { emailJobs } from './email-jobs.ts'
import { findMailToken } from './mail-token.queries.ts'
import * as commands from './password-reset.commands.ts'
import {
  openPasswordResetPage,
  type PasswordReset,
  resetPassword,
  submitPasswordResetPage,
} from './password-reset.contract.ts'
import {
  requestedPage,
  requestResetPage,
  resetDonePage,
  resetPage,
  resetTexts,
} from './password-reset-pages.ts'

const rateLimit = { max: 120, timeWindow: '1 minute' }

export function passwordResetRoutes(route: Route, deps: Deps) {
  route(openPasswordResetPage, {}, async ({ query, request, reply }) => {
    const language = languageOf(request)
    if (!query.token) return sendPage(reply, requestResetPage(language))
    if (await isValid(deps, query.token)) return sendPage(reply, resetPage(language, query.token))
    return sendPage(reply.code(410), requestResetPage(language, { hasExpired: true }))
  })

  route(submitPasswordResetPage, { rateLimit }, async ({ body, request, reply }) => {
    const isSwitch = choosePreferences(request, reply, body)
    const language = languageOf(request)
    return sendPage(
      reply,
      isSwitch ? shownPage(deps, language, body) : await nextPage(deps, request, reply, body),
    )
  })

  route(resetPassword, { rateLimit }, async ({ body, request }) => ({
    message: await requestOrReset(deps, request, body),
  }))
}

type Form = Static<(typeof submitPasswordResetPage)['body']>

/** The page that was open, in another language or theme. */
function shownPage({ settings }: Deps, language: Language, { shown, username, token }: Form): Page {
  if (shown === 'requested') return requestedPage(language, username)
  if (shown === 'done') return resetDonePage(language, username, signInAddress(settings, username))
  return token ? resetPage(language, token) : requestResetPage(language, { username })
}

const problemsOf = compileRecordCheck(Type.Object({ password: Password }))

async function nextPage(deps: Deps, request: FastifyRequest, reply: FastifyReply, form: Form): Promise<Page> {
  const language = languageOf(request)
  const { username, token, password } = form
  if (!token) {
    if (!username) {
      const errors = textsOf(language, new ValidationFailed({ username: 'required' })).username
      reply.code(422)
      return requestResetPage(language, { errors })
    }
    await emailJobs.resetPassword(deps.db, { username, language })
    return requestedPage(language, username)
  }
  try {
    const problems = problemsOf({ password })
    if (problems.password) throw new ValidationFailed(problems)
    const email = await commands.resetPassword(deps, { token, password, language, address: request.ip })
    return resetDonePage(language, email, signInAddress(deps.settings, email))
  } catch (error) {
    if (error instanceof ValidationFailed) {
      reply.code(422)
      return resetPage(language, token, textsOf(language, error).password)
    }
    if (!(error instanceof Gone)) throw error
    reply.code(410)
    return requestResetPage(language, { hasExpired: true })
  }
}

function textsOf(language: Language, error: ValidationFailed): Record<string, string[]> {
  return describeError(errorCatalogue, language, error).fields ?? {}
}

async function isValid({ db, secrets, now }: Deps, token: string) {
  const found = await findMailToken(db, secrets.digest(token), 'reset_password', now().toISOString())
  return found !== undefined
}

/** A request names an account and is answered the same for all; a reset has the token from the email. */
async function requestOrReset(
  deps: Deps,
  request: FastifyRequest,
  { username, token, password }: PasswordReset,
) {
  const language = languageOf(request)
  if (token && password) {
    await commands.resetPassword(deps, { token, password, language, address: request.ip })
    return resetTexts[language].done
  }
  if (!username || token || password) {
    const missing = token ? 'password' : password ? 'token' : 'username'
    throw new ValidationFailed({ [missing]: 'username_or_token_required' })
  }
  await emailJobs.resetPassword(deps.db, { username, language })
  return resetTexts[language].requested
}
