import type { Deps } from '#deps.ts'
import { subjectOf } from '#tokens/secrets.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import type { Client } from '../clients/client.queries.ts'
import { OAuthError } from '../oauth-error.ts'
import { acrOf, readIdToken } from '../openid/id-token.ts'
import type { OpenIdRequest } from '../openid/openid-request.ts'

interface Request {
  client: Client
  openId: OpenIdRequest | undefined
}

interface Session {
  userId: number
  familyId: number
}

/** Why the session of a browser is not enough for the request: too old or too weak, or of someone else. */
export async function reasonsToSignInAgain(deps: Deps, { client, openId }: Request, session: Session) {
  if (!openId) return []
  const { prompts, maxAge } = openId
  const { authenticatedAt, amr } = await getAuthentication(deps.db, session.familyId)
  const age = deps.now().getTime() - Date.parse(authenticatedAt ?? '')
  return [
    ...(prompts.includes('login') ? ['prompt'] : []),
    ...(maxAge !== null && !(age < maxAge * 1000) ? ['max_age'] : []),
    ...(isStrongEnough(openId, amr) ? [] : ['too_weak']),
    ...((await isExpectedUser(deps, client, openId, session.userId)) ? [] : ['other_user']),
  ]
}

/** After a sign-in there is nothing more to ask the user for: the application gets an error. */
export async function checkSignIn(deps: Deps, { client, openId }: Request, session: Session) {
  if (!openId) return
  if (!(await isExpectedUser(deps, client, openId, session.userId))) throw new OAuthError('login_required')
  const { amr } = await getAuthentication(deps.db, session.familyId)
  if (!isStrongEnough(openId, amr)) throw new OAuthError('authentication_too_weak')
}

function isStrongEnough({ acrValues }: OpenIdRequest, amr: string | null) {
  return acrValues === null || (amr !== null && acrValues.includes(acrOf(amr)))
}

/** By an ID token of the client, or by the `sub` that it asks for. A hint that is no such token is ignored. */
async function isExpectedUser(deps: Deps, client: Client, openId: OpenIdRequest, userId: number) {
  const hint = openId.idTokenHint ? await readIdToken(deps, openId.idTokenHint) : undefined
  const expected = [openId.subject, hint?.aud === client.clientId ? hint.sub : null]
  const subject = subjectOf(deps.secrets, client, userId)
  return expected.every(each => each === null || each === subject)
}
