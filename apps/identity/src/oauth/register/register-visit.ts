import { textOf } from '@atrium/core/catalogue'
import { DomainError, type FieldErrors, fieldText, ValidationFailed } from '@atrium/core/errors'
import { type Language, languageOf } from '@atrium/core/language'
import { languageCodes } from '@atrium/core/languages'
import { sha256 } from '@atrium/core/sha256'
import { sendPage } from '@atrium/http/pages/page'
import { fillIn } from '@atrium/texts/fill-in'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Forbidden } from '#errors.ts'
import { findInvitation, type Invitation, refuseUninvited } from '#registration/invitation.ts'
import { consentSetting } from '#settings.ts'
import { texts } from '#texts.ts'
import { getSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { visitorOf } from '#tokens/visitor.ts'
import {
  type AuthorizationRequest,
  getRedirectTarget,
  parseAuthorizationRequest,
} from '../authorize/authorization-request.ts'
import { redirectErrors } from '../authorize/authorization-response.ts'
import { continueSignedIn } from '../authorize/interactions.ts'
import { nameOnPages } from '../clients/foreign-client.ts'
import { sourceOf } from '../clients/redirect-uri.ts'
import { issueFormToken } from '../pages/form-token.ts'
import { startBrowserSession } from '../session/browser-session.ts'
import type { RegisterForm } from './register.contract.ts'
import { type ConsentText, type FieldName, refusedPage, registerPage } from './register-page.ts'

/** What the page is shown for; `invitation` is undefined while the task service doesn't answer. */
export interface Visit {
  deps: Deps
  request: FastifyRequest
  reply: FastifyReply
  authorization: AuthorizationRequest | undefined
  token: string | undefined
  invitation: Invitation | undefined
  problem?: DomainError | undefined
}

/** Reads the authorization request and the invitation that the visitor comes with; refuses visitors who can't register. */
export async function openVisit(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Record<string, unknown>,
  work: (visit: Visit) => Promise<FastifyReply> | FastifyReply,
) {
  const token = typeof parameters.invitation === 'string' ? parameters.invitation : undefined
  const open = async (authorization?: AuthorizationRequest) => {
    const visit: Visit = { deps, request, reply, authorization, token, invitation: undefined }
    try {
      refuseUninvited(deps, token)
      if (!token) return work(visit)
      const invitation = await findInvitation(deps, token)
      if (invitation) return work({ ...visit, invitation })
      if (deps.settings.REGISTRATION === 'invited') throw new Forbidden('invitation_invalid')
      return work({ ...visit, token: undefined, problem: new Forbidden('invitation_invalid') })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.code === 'tasks_unavailable') return work({ ...visit, problem: error })
      return sendRefusal(visit, error)
    }
  }
  if (parameters.client_id === undefined) return open()
  const target = await getRedirectTarget(deps, parameters)
  return redirectErrors(deps, reply, target, () => open(parseAuthorizationRequest(target, parameters)))
}

function sendRefusal(visit: Visit, error: DomainError) {
  const { code: reason, statusCode } = error
  if (
    reason !== 'registration_closed' &&
    reason !== 'invitation_required' &&
    reason !== 'invitation_invalid'
  ) {
    throw error
  }
  const language = languageOf(visit.request)
  return sendPage(
    visit.reply.code(statusCode),
    refusedPage({ language, reason, signInAddress: signInAddress(visit) }),
  )
}

/** `problem` is shown above the form, or at the fields that it is about. */
export function sendForm(visit: Visit, { password, ...typed }: Partial<RegisterForm>) {
  const { deps, request, reply, authorization, token, invitation, problem } = visit
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode).headers(problem.headers)
  const errors = problem ? fieldsOf(problem, language) : {}
  const isAboutFields = Object.keys(errors).length > 0
  const { FRONTEND_URL, IDENTITY_URL } = deps.settings
  return sendPage(
    reply,
    registerPage({
      language,
      applicationName: authorization && nameOnPages(deps, authorization.client),
      invitation,
      consent: consentOf(deps, language),
      formToken: issueFormToken(deps, request, reply),
      hidden: { ...authorization?.parameters, ...(token && { invitation: token }) },
      formTargets: [
        authorization ? sourceOf(authorization.redirectUri) : new URL(FRONTEND_URL ?? IDENTITY_URL).origin,
      ],
      signInAddress: signInAddress(visit, invitation?.email ?? typed.email),
      typed: invitation ? { ...typed, email: invitation.email } : typed,
      errors: { ...(password && { password: [texts(language).oauth.register.passwordAgain] }), ...errors },
      problem:
        problem && !isAboutFields
          ? textOf(errorCatalogue, language, problem.code, problem.params)
          : undefined,
    }),
  )
}

/** The fields that an error is about, with what to say at each. */
function fieldsOf(error: DomainError, language: Language): Partial<Record<FieldName, string[]>> {
  const { labels, consentMissing, fieldProblem } = texts(language).oauth.register
  const sentence = (name: FieldName, text: string) => {
    if (name === 'consent') return consentMissing
    return fillIn(fieldProblem, { field: labels[name], problem: text }, language)
  }
  if (error.code === 'user_email_taken') return { email: [textOf(errorCatalogue, language, error.code)] }
  if (error.code === 'user_phone_taken') return { phone: [textOf(errorCatalogue, language, error.code)] }
  if (!(error instanceof ValidationFailed)) return {}
  const fields = error.fields as FieldErrors
  return Object.fromEntries(
    (Object.keys(labels) as FieldName[])
      .filter(name => fields[name] !== undefined)
      .map(name => [
        name,
        [fields[name] ?? []].flat().map(each => sentence(name, fieldText(errorCatalogue, language, each))),
      ]),
  )
}

function consentOf({ settings }: Deps, language: Language): ConsentText | undefined {
  const translated = language === 'en' ? undefined : settings[consentSetting(language)]
  const text = translated || settings.REGISTRATION_CONSENT
  return text ? { text, digest: sha256(text, 'hex') } : undefined
}

/** The digests of the texts that a form may have shown, in any language; none if there is nothing to agree to. */
export function consentDigests(deps: Deps) {
  const texts = languageCodes.map(language => consentOf(deps, language))
  return texts.flatMap(text => (text ? [text.digest] : []))
}

/** Signed in, to the application that sent the user, or to the web application. */
export async function sendOn({ deps, request, reply, authorization }: Visit, userId: number) {
  const stamp = await getSecurityStamp(deps.db, userId)
  const proof = { userId, amr: 'pwd', at: deps.now().toISOString(), stamp }
  const session = await startBrowserSession(deps, reply, { proof, visitor: visitorOf(request) })
  if (authorization) return continueSignedIn(deps, reply, authorization, session)
  return reply.header('cache-control', 'no-store').redirect(homeOf(deps), 302)
}

export function signInAddress({ deps, authorization }: Visit, email = '') {
  if (!authorization) return homeOf(deps)
  const hint: Record<string, string> = email ? { login_hint: email } : {}
  return `/auth/authorize?${new URLSearchParams({ ...authorization.parameters, ...hint })}`
}

export function homeOf({ settings }: Deps) {
  return settings.FRONTEND_URL ?? '/account'
}
