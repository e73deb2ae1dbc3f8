import { textOf } from '@atrium/core/catalogue'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import { isScope } from '#access-control/scopes.contract.ts'
import { errorCatalogue } from '#errors.ts'
import { getUser } from '#users/user.queries.ts'
import { issueFormToken } from '../pages/form-token.ts'
import type { BrowserSession } from '../session/browser-session.ts'
import type { Interaction, Visit } from './interaction.ts'
import { reasonsToSignInAgain } from './session-check.ts'
import type { SignInRetry } from './sign-in-attempt.ts'
import { signInPage } from './sign-in-page.ts'

/** The sign-in page, unless the session of the browser is enough: it is of the expected user, and as recent and strong as required. */
export const signIn: Interaction = {
  name: 'sign-in',
  error: 'login_required',
  reasons: async visit => {
    const { deps, session, authorization, completed } = visit
    if (completed.includes(signIn.name)) return []
    if (!session) return ['no_session']
    const hasScopes = authorization.scopes.filter(isScope).every(scope => session.scopes.includes(scope))
    return [
      ...((await isHinted(visit, session)) ? [] : ['other_account']),
      ...(hasScopes ? [] : ['more_scopes']),
      ...(await reasonsToSignInAgain(deps, authorization, session)),
    ]
  },
  show: (visit, reasons) => {
    const { reply, parameters } = visit
    if (parameters.prompt === 'create') return reply.redirect(registerAddress(visit), 302)
    const { login_hint: hint } = parameters
    const username = typeof hint === 'string' ? hint.slice(0, 254) : ''
    const isSignedIn = !reasons.includes('no_session') && !reasons.includes('other_account')
    return sendSignInPage(visit, { username, isSignedIn })
  },
}

/** Whether `login_hint` names the user of the session, or nobody. */
async function isHinted({ deps, parameters }: Visit, { userId }: BrowserSession) {
  const { login_hint: hint } = parameters
  if (typeof hint !== 'string' || !hint.includes('@')) return true
  const { email } = await getUser(deps.db, userId)
  return email.toLowerCase() === hint.trim().toLowerCase()
}

/** `prompt=create` (Initiating User Registration via OpenID Connect 1.0). */
function registerAddress({ authorization, parameters }: Visit) {
  const { login_hint, invitation } = parameters
  const query = new URLSearchParams(authorization.parameters)
  if (typeof login_hint === 'string') query.set('login_hint', login_hint)
  if (typeof invitation === 'string') query.set('invitation', invitation)
  return `/register?${query}`
}

type Shown = SignInRetry & { username?: string; isSignedIn?: boolean }

export function sendSignInPage(
  { deps, reply, authorization }: Pick<Visit, 'deps' | 'reply' | 'authorization'>,
  { problem, username, twoFactorToken, isSignedIn }: Shown,
) {
  const { request } = reply
  const { client, redirectUri, parameters } = authorization
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode)
  const page = signInPage({
    language,
    applicationName: client.name,
    redirectUri,
    formToken: issueFormToken(deps, request, reply),
    hidden: parameters,
    username,
    twoFactorToken,
    ...(problem && { problem: textOf(errorCatalogue, language, problem.code, problem.params) }),
    isSignedIn,
    canRegister: deps.settings.REGISTRATION === 'open',
  })
  return sendPage(reply, page)
}
