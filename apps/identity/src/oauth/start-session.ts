import { MalformedRequest, NotAuthenticated } from '@atrium/core/errors'
import type { FastifyReply } from 'fastify'
import { type TProperties, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import type { IssuedTokens } from '#tokens/issue-tokens.ts'
import { OAuthError } from './oauth-error.ts'
import { setSessionCookies } from './session-cookies.ts'

export function Data<T extends TProperties>(properties: T) {
  return Type.Object({ data: Type.Object(properties), message: Type.String() })
}

export const SessionStarted = Data({ scopes: Type.Array(Type.String()), expires_in: Type.Integer() })

/** The tokens travel in cookies and never in a body. */
export async function startSession(deps: Deps, reply: FastifyReply, signingIn: Promise<IssuedTokens>) {
  const tokens = await signingIn.catch(translateOAuthError)
  setSessionCookies(reply, deps.settings, tokens)
  return { data: { scopes: tokens.scopes, expires_in: tokens.expiresIn }, message: 'You are signed in' }
}

/** Outside the token routes an OAuth error has the common shape. */
export function translateOAuthError(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error
  if (error.code !== 'invalid_grant') throw refusedRequest(error)
  throw new NotAuthenticated(error.message)
}

function refusedRequest({ code, message }: OAuthError) {
  return new MalformedRequest(`${code}: ${message}`, { details: { error: code } })
}
