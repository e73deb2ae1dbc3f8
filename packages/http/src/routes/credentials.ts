import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** From the Authorization header or, without one, from the cookie. A header without a token is a wrong token. */
export function presentedToken(request: FastifyRequest, cookie: string) {
  const { authorization } = request.headers
  if (authorization === undefined) return request.cookies[cookie]
  // The usual spelling, without an expression that reads every character.
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  if (token && !token.includes(' ')) return token
  return authorization.match(/^Bearer +(\S+)$/i)?.[1] ?? 'not a bearer token'
}

/** Takes as long whether they differ in the first character or in the last. */
export function areEqualSecrets(one: string, other: string) {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
