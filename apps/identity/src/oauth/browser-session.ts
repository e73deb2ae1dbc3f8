import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { checkAccessToken } from '#tokens/check-access-token.ts'
import { findRefreshToken } from '#tokens/token.queries.ts'
import { tokenDigest } from '#tokens/token-digest.ts'
import { isAlive, isWithinGrace } from './grants/refresh-token.grant.ts'

/** The user who is signed in with this browser; a living refresh cookie alone will do. */
export async function signedInUser(deps: Deps, request: FastifyRequest): Promise<number | null> {
  const { access_token, refresh_token } = request.cookies
  const checked = access_token ? await checkAccessToken(deps, access_token) : undefined
  if (checked?.actor.clientId === deps.settings.OAUTH2_CLIENT_ID) return checked.actor.id
  if (!refresh_token) return null
  const record = await findRefreshToken(deps.db, tokenDigest(deps.settings, refresh_token))
  if (!record || !isAlive(record, deps.now())) return null
  return !record.rotatedAt || isWithinGrace(deps, record.rotatedAt, deps.now()) ? record.userId : null
}
