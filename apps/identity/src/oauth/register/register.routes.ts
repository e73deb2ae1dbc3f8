import { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import { registrationLimit } from '#registration/registration.commands.ts'
import type { Route } from '#route.ts'
import { consumeFormToken, hasFormCookie } from '../pages/form-token.ts'
import { readAccount, resendTo, sealAccount, tryToRegister } from './register.commands.ts'
import {
  openRegisterPage,
  type RegisterForm,
  resendConfirmation,
  submitRegisterPage,
} from './register.contract.ts'
import { confirmationPage } from './register-page.ts'
import {
  consentDigests,
  homeOf,
  openVisit,
  sendForm,
  sendOn,
  signInAddress,
  type Visit,
} from './register-visit.ts'

export function registerRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]

  route(openRegisterPage, {}, ({ request, reply }) => {
    const parameters = request.query as Record<string, unknown>
    choosePreferences(request, reply, preferencesFrom(parameters, request.server.languages))
    const { login_hint } = parameters
    const typed = typeof login_hint === 'string' ? { email: login_hint.slice(0, 254) } : {}
    return openVisit(deps, request, reply, parameters, visit => sendForm(visit, typed))
  })

  route(submitRegisterPage, { rateLimit: registrationLimit }, ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins)
    const parameters = { ...(request.query as object), ...body }
    return openVisit(deps, request, reply, parameters, visit => submit(visit, body))
  })

  const resendLimit = { max: 10, timeWindow: '1 minute' }
  route(resendConfirmation, { rateLimit: resendLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins)
    const isSwitch = choosePreferences(request, reply, body)
    const language = languageOf(request)
    const { id, email } = await readAccount(deps, body.account)
    if (!isSwitch) await resendTo(deps, id, language)
    // Only where our own page leads: the field comes from the browser.
    const next = body.next.startsWith('/auth/authorize?') ? body.next : homeOf(deps)
    const page = confirmationPage({ language, email, account: body.account, next, wasSentAgain: !isSwitch })
    return sendPage(reply, page)
  })
}

async function submit(visit: Visit, typed: RegisterForm) {
  const { deps, request, reply, invitation } = visit
  if (choosePreferences(request, reply, typed) || visit.problem) return sendForm(visit, typed)
  if (!(await consumeFormToken(deps, request, typed.csrf_token))) {
    const reason = hasFormCookie(request) ? 'registration_form_expired' : 'form_cookie_missing'
    return sendForm({ ...visit, problem: new Forbidden(reason) }, typed)
  }
  const language = languageOf(request)
  const outcome = await tryToRegister(deps, typed, {
    language,
    invitation,
    consentDigests: consentDigests(deps),
  })
  if (outcome instanceof DomainError) return sendForm({ ...visit, problem: outcome }, typed)
  const { id, email, emailVerifiedAt } = outcome
  if (emailVerifiedAt || !deps.settings.REQUIRE_VERIFIED_EMAIL) return sendOn(visit, id)
  const next = signInAddress(visit, email)
  return sendPage(reply, confirmationPage({ language, email, account: sealAccount(deps, id), next }))
}
