import { createHash, createHmac, randomBytes } from 'node:crypto'
import { areEqualSecrets } from '@atrium/http/equal-secrets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { attributes } from './session-cookies.ts'
import { claimState } from './sign-in-state.queries.ts'

const COOKIE = 'app_oauth_state'
const LIFETIME_SECONDS = 600
const PENDING_AT_MOST = 5

/** What one sign-in must find again when the browser comes back; kept in that browser alone. */
interface SignInState {
  state: string
  codeVerifier: string
  returnPath: string
  expires: number
}

/** Several tabs may sign in side by side: each sign-in has its own entry in the cookie. */
export function beginSignIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, returnPath: string) {
  const begun: SignInState = {
    state: randomBytes(24).toString('base64url'),
    codeVerifier: randomBytes(32).toString('base64url'),
    returnPath,
    expires: deps.now().getTime() + LIFETIME_SECONDS * 1000,
  }
  keepPending(deps, reply, [...pendingOf(deps, request), begun].slice(-PENDING_AT_MOST))
  return { state: begun.state, codeChallenge: digestOf(begun.codeVerifier) }
}

/** The sign-in that this browser began with this state; it counts once, also for who keeps a copy of the cookie. */
export async function finishSignIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, state: string) {
  const pending = pendingOf(deps, request)
  const begun = pending.find(each => areEqualSecrets(each.state, state))
  keepPending(
    deps,
    reply,
    pending.filter(each => each !== begun),
  )
  if (!begun || !(await claimState(deps.db, digestOf(begun.state), new Date(begun.expires).toISOString())))
    return undefined
  return begun
}

function pendingOf({ settings, now }: Deps, request: FastifyRequest): SignInState[] {
  const [content = '', seal = ''] = request.cookies[COOKIE]?.split('.') ?? []
  if (!content || !areEqualSecrets(seal, sealOf(settings.TASKS_CLIENT_SECRET, content))) return []
  const pending = JSON.parse(Buffer.from(content, 'base64url').toString()) as SignInState[]
  return pending.filter(({ expires }) => expires > now().getTime())
}

function keepPending({ settings }: Deps, reply: FastifyReply, pending: SignInState[]) {
  if (pending.length === 0) return reply.clearCookie(COOKIE, attributes(settings))
  const content = Buffer.from(JSON.stringify(pending)).toString('base64url')
  const value = `${content}.${sealOf(settings.TASKS_CLIENT_SECRET, content)}`
  return reply.setCookie(COOKIE, value, { ...attributes(settings), maxAge: LIFETIME_SECONDS })
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}

function sealOf(secret: string, content: string) {
  return createHmac('sha256', secret).update(`sign-in state ${content}`).digest('base64url')
}
