import type { FastifyReply } from 'fastify'
import type { Deps } from '#deps.ts'
import { findDefaultProvider } from '#sign-in/providers/provider.queries.ts'

/**
 * When the browser left for the default provider, or `SIGNED_OUT`. After a sign-out the provider would sign the same person in
 * again without asking, and someone who comes back without having signed in needs another way.
 */
const COOKIE = 'left_for_provider'
const SIGNED_OUT = '0'
const LIFETIME_S = 600
/** Tabs that a browser opens together all lead to the provider. */
const TOGETHER_MS = 5000

/** The provider that the sign-in page leads to at once, unless this browser should see the form. */
export async function chooseDefaultProvider(deps: Deps, reply: FastifyReply) {
  const provider = await findDefaultProvider(deps.db)
  const left = reply.request.cookies[COOKIE]
  const now = deps.now().getTime()
  if (!provider || (left !== undefined && now - Number(left) > TOGETHER_MS)) return undefined
  remember(deps, reply, left ?? String(now))
  return provider
}

/** Part of a sign-out: the next sign-in of this browser shows the form. */
export async function offerForm(deps: Deps, reply: FastifyReply) {
  if (await findDefaultProvider(deps.db)) remember(deps, reply, SIGNED_OUT)
}

/** Part of a sign-in: the next one leads to the default provider again. */
export function forgetForm({ settings }: Deps, reply: FastifyReply) {
  if (reply.request.cookies[COOKIE] !== undefined) reply.clearCookie(COOKIE, attributes(settings))
}

function remember({ settings }: Deps, reply: FastifyReply, value: string) {
  reply.setCookie(COOKIE, value, { ...attributes(settings), maxAge: LIFETIME_S })
}

function attributes({ COOKIE_DOMAIN, COOKIE_SECURE }: Deps['settings']) {
  return {
    httpOnly: true,
    secure: COOKIE_SECURE,
    sameSite: 'lax' as const,
    path: '/auth',
    domain: COOKIE_DOMAIN,
  }
}
