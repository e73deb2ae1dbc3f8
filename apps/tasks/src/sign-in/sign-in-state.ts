import { createHash, createHmac, randomBytes } from 'node:crypto'
import { areEqualSecrets } from '@atrium/http/equal-secrets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { attributes } from './session-cookies.ts'

const COOKIE = 'app_oauth_state'
const LIFETIME_SECONDS = 600

/** What one sign-in must find again when the browser comes back; kept in that browser alone. */
interface SignInState {
  state: string
  codeVerifier: string
  returnPath: string
  expires: number
}

export function beginSignIn({ settings, now }: Deps, reply: FastifyReply, returnPath: string) {
  const begun: SignInState = {
    state: randomBytes(24).toString('base64url'),
    codeVerifier: randomBytes(32).toString('base64url'),
    returnPath,
    expires: now().getTime() + LIFETIME_SECONDS * 1000,
  }
  const content = Buffer.from(JSON.stringify(begun)).toString('base64url')
  const value = `${content}.${sealOf(settings.TASKS_CLIENT_SECRET, content)}`
  reply.setCookie(COOKIE, value, { ...attributes(settings), maxAge: LIFETIME_SECONDS })
  return {
    state: begun.state,
    codeChallenge: createHash('sha256').update(begun.codeVerifier).digest('base64url'),
  }
}

/** The sign-in that this browser began with this state, once: the cookie goes with it. */
export function finishSignIn(
  { settings, now }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
) {
  const [content = '', seal = ''] = request.cookies[COOKIE]?.split('.') ?? []
  reply.clearCookie(COOKIE, attributes(settings))
  if (!content || !areEqualSecrets(seal, sealOf(settings.TASKS_CLIENT_SECRET, content))) return undefined
  const begun = JSON.parse(Buffer.from(content, 'base64url').toString()) as SignInState
  return areEqualSecrets(begun.state, state) && begun.expires > now().getTime() ? begun : undefined
}

function sealOf(secret: string, content: string) {
  return createHmac('sha256', secret).update(`sign-in state ${content}`).digest('base64url')
}
