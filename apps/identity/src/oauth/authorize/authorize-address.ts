import { isScope } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { isEnough } from '../openid/session-check.ts'
import type { BrowserSession } from '../session/browser-session.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { SignInForm } from './authorize.contract.ts'

/** Whether the session of the browser is enough: it has the scopes, and is as recent and strong as required. */
export async function canSkipSignIn(
  deps: Deps,
  session: BrowserSession,
  authorization: AuthorizationRequest,
) {
  const { scopes } = authorization
  if (!scopes.filter(isScope).every(scope => session.scopes.includes(scope))) return false
  return isEnough(deps, authorization, session)
}

/** Where the same request is made again, without the fields of the form that repeated it. */
export function authorizeAddress(parameters: Record<string, unknown>) {
  const texts = Object.entries(parameters).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !(entry[0] in SignInForm.properties),
  )
  return `/auth/authorize?${new URLSearchParams(texts)}`
}
