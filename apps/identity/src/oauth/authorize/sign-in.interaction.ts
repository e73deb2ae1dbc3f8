import { textOf } from '@atrium/core/catalogue'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import { isScope } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import { hasDirectory, listProviders } from '#sign-in/providers/provider.queries.ts'
import { getUser } from '#users/user.queries.ts'
import { isOfProduct, nameOnPages } from '../clients/foreign-client.ts'
import { issueFormToken } from '../pages/form-token.ts'
import type { BrowserSession } from '../session/browser-session.ts'
import { chooseDefaultProvider } from '../session/default-provider.ts'
import type { Interaction, Visit } from './interaction.ts'
import { reasonsToSignInAgain } from './session-check.ts'
import type { SignInRetry } from './sign-in-attempt.ts'
import { type LinkedUpstream, signInPage } from './sign-in-page.ts'

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
  show: async (visit, reasons) => {
    const { reply, parameters } = visit
    if (parameters.prompt === 'create') return reply.redirect(registerAddress(visit), 302)
    const provider =
      parameters.local === undefined ? await chooseDefaultProvider(visit.deps, reply) : undefined
    if (provider) {
      const address = upstreamAddress(provider.slug, visit.authorization.parameters)
      return reply.header('cache-control', 'no-store').redirect(address, 302)
    }
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

/** The enabled providers with a page of their own, in the order of their buttons. */
async function listUpstreams({ db }: Deps) {
  return (await listProviders(db)).filter(({ isEnabled, kind }) => isEnabled && kind !== 'ldap')
}

function upstreamAddress(slug: string, parameters: Record<string, string>) {
  return `/auth/upstream/${slug}?${new URLSearchParams(parameters)}`
}

type Shown = SignInRetry & {
  username?: string
  isSignedIn?: boolean
  /** What a provider has confirmed already, encrypted; the form repeats it. */
  upstream?: string | undefined
  /** The account elsewhere that is linked after this sign-in. */
  link?: LinkedUpstream | undefined
}

export async function sendSignInPage(
  { deps, reply, authorization }: Pick<Visit, 'deps' | 'reply' | 'authorization'>,
  { problem, username, twoFactorToken, emailCode, isSignedIn, upstream, link }: Shown,
) {
  const { request } = reply
  const { client, redirectUri, parameters } = authorization
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode)
  const providers = twoFactorToken || emailCode || link ? [] : await listUpstreams(deps)
  const page = signInPage({
    language,
    applicationName: nameOnPages(deps, client),
    isOfProduct: isOfProduct(deps, client),
    redirectUri,
    formToken: issueFormToken(deps, request, reply),
    hidden: parameters,
    upstream,
    link,
    providers: providers.map(({ slug, name, icon }) => ({
      name,
      icon,
      address: upstreamAddress(slug, parameters),
    })),
    username,
    twoFactorToken,
    emailCode: twoFactorToken === undefined ? emailCode : undefined,
    hasEmailCodes: deps.settings.EMAIL_CODES === 'on',
    hasDirectory: await hasDirectory(deps.db),
    ...(problem && { problem: textOf(errorCatalogue, language, problem.code, problem.params) }),
    isSignedIn,
    canRegister: deps.settings.REGISTRATION === 'open',
  })
  return sendPage(reply, page)
}
