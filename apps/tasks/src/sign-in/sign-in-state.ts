import { createHmac, randomBytes } from 'node:crypto'
import { sha256 } from '@atrium/core/sha256'
import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { attributes } from './session-cookies.ts'

const COOKIE = 'app_oauth_state'
const LIFETIME_SECONDS = 600
const MAX_PENDING = 5
const SIGNATURE_LENGTH = 43

/** Goes to the identity service and comes back, possibly after it has expired. */
interface SignInState {
  nonce: string
  returnPath: string
  expires: number
}

/** What a sign-in needs when the browser comes back; kept only in the cookie of that browser. */
interface PendingSignIn {
  stateDigest: string
  codeVerifier: string
  expires: number
}

/** Several tabs can sign in at the same time: each sign-in has its own entry in the cookie. */
export function startSignIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, returnPath: string) {
  const expires = deps.now().getTime() + LIFETIME_SECONDS * 1000
  const nonce = randomBytes(24).toString('base64url')
  const state = signed(deps, 'state', { nonce, returnPath, expires } satisfies SignInState)
  const codeVerifier = randomBytes(32).toString('base64url')
  const started = { stateDigest: sha256(state), codeVerifier, expires }
  setPending(deps, reply, [...pendingOf(deps, request), started].slice(-MAX_PENDING))
  return { state, codeChallenge: sha256(codeVerifier) }
}

/** The sign-in that this browser started with this state. It counts once, even if the cookie was copied. */
export async function finishSignIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, state: string) {
  const pending = pendingOf(deps, request)
  const started = pending.find(each => areEqualSecrets(each.stateDigest, sha256(state)))
  setPending(
    deps,
    reply,
    pending.filter(each => each !== started),
  )
  if (!started || !(await claimState(deps.db, started.stateDigest, new Date(started.expires).toISOString())))
    return undefined
  const { returnPath = '' } = verified<SignInState>(deps, 'state', state) ?? {}
  return { codeVerifier: started.codeVerifier, returnPath }
}

/** Where an expired sign-in should have led; undefined for any other state. */
export function returnPathOfExpired(deps: Deps, state: string) {
  const signIn = verified<SignInState>(deps, 'state', state)
  return signIn && signIn.expires <= deps.now().getTime() ? signIn.returnPath : undefined
}

/** Where a sign-in that any browser started should have led; undefined if this service did not issue the state. */
export function returnPathOf(deps: Deps, state: string) {
  return verified<SignInState>(deps, 'state', state)?.returnPath
}

/** Whether this is the first attempt to finish a sign-in with this state. */
async function claimState(db: Database, digest: string, expiresAt: string) {
  const claimed = await db
    .insertInto('usedSignInStates')
    .values({ digest, expiresAt })
    .onConflict(conflict => conflict.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  return claimed !== undefined
}

function pendingOf(deps: Deps, request: FastifyRequest) {
  const pending = verified<PendingSignIn[]>(deps, 'cookie', request.cookies[COOKIE] ?? '') ?? []
  return pending.filter(({ expires }) => expires > deps.now().getTime())
}

function setPending(deps: Deps, reply: FastifyReply, pending: PendingSignIn[]) {
  if (pending.length === 0) return reply.clearCookie(COOKIE, attributes(deps.settings))
  const options = { ...attributes(deps.settings), maxAge: LIFETIME_SECONDS }
  return reply.setCookie(COOKIE, signed(deps, 'cookie', pending), options)
}

function signed(deps: Deps, purpose: string, value: object) {
  const content = Buffer.from(JSON.stringify(value)).toString('base64url')
  return signatureOf(deps, purpose, content) + content
}

function verified<Value>(deps: Deps, purpose: string, text: string): Value | undefined {
  const content = text.slice(SIGNATURE_LENGTH)
  if (!areEqualSecrets(text.slice(0, SIGNATURE_LENGTH), signatureOf(deps, purpose, content))) return undefined
  return JSON.parse(Buffer.from(content, 'base64url').toString())
}

function signatureOf({ settings }: Deps, purpose: string, content: string) {
  return createHmac('sha256', settings.TASKS_CLIENT_SECRET)
    .update(`sign-in ${purpose} ${content}`)
    .digest('base64url')
}
