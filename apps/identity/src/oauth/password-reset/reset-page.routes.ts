import { textOf } from '@atrium/core/catalogue'
import { describeError, ValidationFailed } from '@atrium/core/errors'
import { type Language, languageOf } from '@atrium/core/language'
import { compileRecordCheck } from '@atrium/core/validation'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Gone } from '#errors.ts'
import { emailJobs } from '#mail/email-jobs.ts'
import { findMailToken } from '#mail/mail-token.queries.ts'
import { resetPassword } from '#mail/password-reset.commands.ts'
import type { Route } from '#route.ts'
import { Password } from '#sign-in/credentials/credentials.contract.ts'
import type { SignInForm } from '../authorize/authorize.contract.ts'
import { type SignInRetry, tryToSignIn } from '../authorize/sign-in-attempt.ts'
import { openPasswordResetPage, type ResetForm, submitPasswordResetPage } from './reset-page.contract.ts'
import * as pages from './reset-pages.ts'
import {
  backAddress,
  findAuthorization,
  type Resetting,
  returnSignedIn,
  returnTargets,
} from './reset-return.ts'

const rateLimit = { max: 120, timeWindow: '1 minute' }

interface Visit extends Resetting {
  deps: Deps
  request: FastifyRequest
  reply: FastifyReply
}

export function passwordResetPageRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]

  route(openPasswordResetPage, {}, async ({ query, request, reply }) => {
    const parameters = request.query as Record<string, unknown>
    const { login_hint: hint } = parameters
    const username = typeof hint === 'string' ? hint.slice(0, 254) : ''
    const visit = { deps, request, reply, username, authorization: await findAuthorization(deps, parameters) }
    if (!query.token) return sendPage(reply, pages.requestResetPage(contextOf(visit)))
    const sender = await findSender(deps, query.token)
    if (!sender) return sendExpired(visit)
    return sendPage(reply, pages.resetPage(contextOf({ ...visit, ...sender }), query.token))
  })

  route(submitPasswordResetPage, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins) // it signs the user in, which another site must not do
    const parameters = { ...(request.query as object), ...body }
    const authorization = await findAuthorization(deps, parameters)
    const visit = { deps, request, reply, username: body.username, authorization }
    if (choosePreferences(request, reply, body)) return showAgain(visit, body)
    if (body.two_factor_token !== undefined) return signIn(visit, body)
    return body.token ? setPassword(visit, body) : requestLink(visit)
  })
}

/** What every page of a visit shows and repeats. */
function contextOf({ deps, request, username, authorization }: Visit): pages.ResetContext {
  return {
    language: languageOf(request),
    username,
    hidden: authorization?.parameters ?? {},
    formTargets: returnTargets(deps, { username, authorization }),
    backAddress: backAddress(deps, { username, authorization }),
  }
}

/** The owner of a link that still works, and the request that it leads back to. */
async function findSender(deps: Deps, token: string): Promise<Resetting | undefined> {
  const { db, secrets, now } = deps
  const found = await findMailToken(db, secrets.digest(token), 'reset_password', now().toISOString())
  return found && resettingOf(deps, found)
}

async function resettingOf(
  deps: Deps,
  { email, authorizationQuery }: { email: string; authorizationQuery: string | null },
): Promise<Resetting> {
  const parameters = Object.fromEntries(new URLSearchParams(authorizationQuery ?? ''))
  return { username: email, authorization: await findAuthorization(deps, parameters) }
}

/** The page that was open, in another language or theme. */
async function showAgain(visit: Visit, { shown, token, two_factor_token }: ResetForm) {
  const { deps, reply } = visit
  const context = contextOf(visit)
  if (two_factor_token !== undefined) return sendPage(reply, pages.codePage(context, two_factor_token))
  if (shown === 'requested') return sendPage(reply, pages.requestedPage(context))
  if (shown === 'done') return sendPage(reply, pages.resetDonePage(context))
  if (!token) return sendPage(reply, pages.requestResetPage(context))
  return sendPage(reply, pages.resetPage(contextOf({ ...visit, ...(await findSender(deps, token)) }), token))
}

function sendExpired(visit: Visit) {
  return sendPage(visit.reply.code(410), pages.requestResetPage(contextOf(visit), { hasExpired: true }))
}

async function requestLink(visit: Visit) {
  const { deps, reply, request, username, authorization } = visit
  const context = contextOf(visit)
  if (!username) {
    const errors = textsOf(context.language, new ValidationFailed({ username: 'required' })).username
    return sendPage(reply.code(422), pages.requestResetPage(context, { errors }))
  }
  const authorizationQuery = authorization && String(new URLSearchParams(authorization.parameters))
  await emailJobs.resetPassword(deps.db, { username, language: languageOf(request), authorizationQuery })
  return sendPage(reply, pages.requestedPage(context))
}

const problemsOf = compileRecordCheck(Type.Object({ password: Password }))

async function setPassword(visit: Visit, { token, password }: ResetForm) {
  const { deps, request, reply } = visit
  const language = languageOf(request)
  try {
    const problems = problemsOf({ password })
    if (problems.password) throw new ValidationFailed(problems)
    const reset = await resetPassword(deps, { token, password, language, address: request.ip })
    const credentials = { username: reset.email, password, two_factor_code: '' }
    return signIn({ ...visit, ...(await resettingOf(deps, reset)) }, credentials)
  } catch (error) {
    if (error instanceof Gone) return sendExpired(visit)
    if (!(error instanceof ValidationFailed)) throw error
    const context = contextOf({ ...visit, ...(await findSender(deps, token)) })
    return sendPage(reply.code(422), pages.resetPage(context, token, textsOf(language, error).password))
  }
}

/** Signs in with what was just set, as the sign-in page does, so that every rule of signing in applies. */
async function signIn(visit: Visit, form: SignInForm) {
  const { deps, request, reply } = visit
  const outcome = await tryToSignIn(deps, reply, form)
  if ('userId' in outcome) return returnSignedIn(deps, request, reply, visit, outcome)
  const { problem, twoFactorToken }: SignInRetry = { twoFactorToken: form.two_factor_token, ...outcome }
  const context = contextOf(visit)
  // The password is set; what else is missing is up to the sign-in page.
  if (twoFactorToken === undefined) return sendPage(reply, pages.resetDonePage(context))
  if (problem) reply.code(problem.statusCode)
  const text = problem && textOf(errorCatalogue, context.language, problem.code, problem.params)
  return sendPage(reply, pages.codePage(context, twoFactorToken, text))
}

function textsOf(language: Language, error: ValidationFailed): Record<string, string[]> {
  return describeError(errorCatalogue, language, error).fields ?? {}
}
