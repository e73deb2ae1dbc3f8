import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { randomToken } from '#tokens/secrets.ts'
import { consumeToken } from '#tokens/used-token.queries.ts'

const COOKIE = 'csrf'
const LIFETIME_MS = 3_600_000

/** A token for one form. The browser's cookie is shared by its tabs, the token is not. */
export function issueFormToken(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const browser = request.cookies[COOKIE] ?? randomToken()
  reply.setCookie(COOKIE, browser, {
    httpOnly: true,
    secure: deps.settings.COOKIE_SECURE,
    sameSite: 'strict',
    path: '/',
  })
  const content = `${deps.now().getTime() + LIFETIME_MS}.${randomToken()}`
  return `${content}.${signatureOf(deps, browser, content)}`
}

/** What is bound to the browser of a form is bound to this. */
export function browserOfForm({ cookies }: FastifyRequest) {
  return cookies[COOKIE] ?? ''
}

/** Whether the browser sends the cookie that came with the form; it refuses Secure ones over plain HTTP. */
export function hasFormCookie({ cookies }: FastifyRequest) {
  return cookies[COOKIE] !== undefined
}

/** Whether the form belongs to this browser, has not expired and is sent for the first time. */
export async function consumeFormToken(deps: Deps, request: FastifyRequest, token: string | undefined) {
  const browser = request.cookies[COOKIE]
  const [expires, nonce, signature] = token?.split('.') ?? []
  if (!token || !browser || !expires || !nonce || !signature) return false
  if (
    !areEqualSecrets(signature, signatureOf(deps, browser, `${expires}.${nonce}`)) ||
    Number(expires) < deps.now().getTime()
  )
    return false
  return consumeToken(deps.db, deps.secrets.digest(token), new Date(Number(expires)).toISOString())
}

function signatureOf({ secrets }: Deps, browser: string, content: string) {
  return secrets.sign('form token', `${browser}.${content}`)
}
