import { createHmac } from 'node:crypto'
import { areEqualSecrets } from '@atrium/http/equal-secrets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { deriveKey, randomToken, tokenDigest } from '#tokens/token-digest.ts'

const COOKIE = 'csrf'
const LIFETIME_MS = 3_600_000

/** A token for one form in this browser. The browser's cookie is shared by all of its tabs, the token is not. */
export function issueFormToken(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const browser = request.cookies[COOKIE] ?? randomToken()
  reply.setCookie(COOKIE, browser, {
    httpOnly: true,
    secure: deps.settings.COOKIE_SECURE,
    sameSite: 'strict',
    path: '/auth',
  })
  const content = `${deps.now().getTime() + LIFETIME_MS}.${randomToken()}`
  return `${content}.${sealOf(deps, browser, content)}`
}

/** Whether the form is this browser's, in time, and sent for the first time. */
export async function consumeFormToken(deps: Deps, request: FastifyRequest, token: string | undefined) {
  const browser = request.cookies[COOKIE]
  const [expires, nonce, seal] = token?.split('.') ?? []
  if (!token || !browser || !expires || !nonce || !seal) return false
  if (
    !areEqualSecrets(seal, sealOf(deps, browser, `${expires}.${nonce}`)) ||
    Number(expires) < deps.now().getTime()
  )
    return false
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('usedFormTokens')
    .values({ token: tokenDigest(deps.settings, token), expiresAt: new Date(Number(expires)).toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function sealOf({ settings }: Deps, browser: string, content: string) {
  return createHmac('sha256', deriveKey(settings, 'form token'))
    .update(`${browser}.${content}`)
    .digest('base64url')
}
