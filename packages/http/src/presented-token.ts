import type { FastifyRequest } from 'fastify'

/** From the Authorization header or, when there is none, from the cookie; a header that holds no token counts as one. */
export function presentedToken(request: FastifyRequest, cookie: string) {
  const { authorization } = request.headers
  if (authorization === undefined) return request.cookies[cookie]
  return authorization.match(/^Bearer +(\S+)$/i)?.[1] ?? 'not a bearer token'
}
