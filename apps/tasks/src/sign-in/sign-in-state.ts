import { createHmac, randomBytes } from 'node:crypto'
import { sha256 } from '@atrium/core/sha256'
import { areEqualSecrets } from '@atrium/http/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { attributes } from './session-cookies.ts'
import { claimState } from './sign-in-state.queries.ts'

const COOKIE = 'app_oauth_state'
const LIFETIME_SECONDS = 600
const PENDING_AT_MOST = 5
const SEAL_LENGTH = 43

/** Goes to the identity service and comes back, however late. */
interface SignInState {
  nonce: string
  returnPath: string
  expires: number
}

/** What one sign-in must find again when the browser comes back; kept in that browser alone. */
interface PendingSignIn {
  stateDigest: string
  codeVerifier: string
  expires: number
}

/** Several tabs may sign in side by side: each sign-in has its own entry in the cookie. */
export function beginSignIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, returnPath: string) {
  const expires = deps.now().getTime() + LIFETIME_SECONDS * 1000
  const nonce = randomBytes(24).toString('base64url')
  const state = sealed(deps, 'state', { nonce, returnPath, expires } satisfies SignInState)
  const codeVerifier = randomBytes(32).toString('base64url')
  const begun = { stateDigest: sha256(state), codeVerifier, expires }
  keepPending(deps, reply, [...pendingOf(deps, request), begun].slice(-PENDING_AT_MOST))
  return { state, codeChallenge: sha256(codeVerifier) }
}

/** The sign-in that this browser began with this state; it counts once, also for who keeps a copy of the cookie. */
export async function finishSignIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, state: string) {
  const pending = pendingOf(deps, request)
  const begun = pending.find(each => areEqualSecrets(each.stateDigest, sha256(state)))
  keepPending(
    deps,
    reply,
    pending.filter(each => each !== begun),
  )
  if (!begun || !(await claimState(deps.db, begun.stateDigest, new Date(begun.expires).toISOString())))
    return undefined
  const { returnPath = '' } = opened<SignInState>(deps, 'state', state) ?? {}
  return { codeVerifier: begun.codeVerifier, returnPath }
}

/** Where a sign-in was to lead that took too long; undefined of any other state. */
export function returnPathOfExpired(deps: Deps, state: string) {
  const late = opened<SignInState>(deps, 'state', state)
  return late && late.expires <= deps.now().getTime() ? late.returnPath : undefined
}

function pendingOf(deps: Deps, request: FastifyRequest) {
  const pending = opened<PendingSignIn[]>(deps, 'cookie', request.cookies[COOKIE] ?? '') ?? []
  return pending.filter(({ expires }) => expires > deps.now().getTime())
}

function keepPending(deps: Deps, reply: FastifyReply, pending: PendingSignIn[]) {
  if (pending.length === 0) return reply.clearCookie(COOKIE, attributes(deps.settings))
  const options = { ...attributes(deps.settings), maxAge: LIFETIME_SECONDS }
  return reply.setCookie(COOKIE, sealed(deps, 'cookie', pending), options)
}

function sealed(deps: Deps, place: string, value: object) {
  const content = Buffer.from(JSON.stringify(value)).toString('base64url')
  return sealOf(deps, place, content) + content
}

function opened<Value>(deps: Deps, place: string, text: string): Value | undefined {
  const content = text.slice(SEAL_LENGTH)
  if (!areEqualSecrets(text.slice(0, SEAL_LENGTH), sealOf(deps, place, content))) return undefined
  return JSON.parse(Buffer.from(content, 'base64url').toString())
}

function sealOf({ settings }: Deps, place: string, content: string) {
  return createHmac('sha256', settings.TASKS_CLIENT_SECRET)
    .update(`sign-in ${place} ${content}`)
    .digest('base64url')
}
