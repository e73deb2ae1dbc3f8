import { randomUUID } from 'node:crypto'
import type { Database, Deps } from '#deps.ts'
import { signAccessToken } from './access-token.ts'
import { insertAccessToken, insertRefreshToken, insertTokenFamily } from './token.queries.ts'
import { randomToken, tokenDigest } from './token-digest.ts'

export interface IssuedTokens {
  accessToken: string
  refreshToken: string | null
  expiresIn: number
  scopes: string[]
}

export interface Holder {
  client: { id: number; clientId: string }
  userId: number | null
  familyId: number | null
  scopes: string[]
}

/** A sign-in: a new family with its first pair. */
export async function issueFamily(
  deps: Deps,
  tx: Database,
  holder: Omit<Holder, 'familyId'> & { userId: number },
) {
  const { client, userId, scopes } = holder
  const createdAt = deps.now().toISOString()
  const familyId = await insertTokenFamily(tx, {
    userId,
    clientId: client.id,
    scope: scopes.join(' '),
    createdAt,
  })
  const tokens = await issuePair(deps, tx, { ...holder, familyId }, randomToken())
  return { familyId, tokens }
}

export async function issuePair(
  deps: Deps,
  tx: Database,
  holder: Holder,
  refreshToken: string,
): Promise<IssuedTokens> {
  const { id, tokens } = await issueAccessToken(deps, tx, holder)
  await insertRefreshToken(tx, {
    accessTokenId: id,
    refreshToken: tokenDigest(deps.settings, refreshToken),
    expiresAt: new Date(deps.now().getTime() + deps.settings.OAUTH2_REFRESH_TOKEN_TTL * 1000).toISOString(),
  })
  return { ...tokens, refreshToken }
}

export async function issueAccessToken(
  deps: Deps,
  db: Database,
  { client, userId, familyId, scopes }: Holder,
) {
  const { IDENTITY_URL, OAUTH2_ACCESS_TOKEN_TTL: expiresIn } = deps.settings
  const issuedAt = Math.floor(deps.now().getTime() / 1000)
  const claims = {
    iss: IDENTITY_URL,
    aud: client.clientId,
    sub: userId === null ? null : String(userId),
    jti: randomUUID(),
    client_id: client.clientId,
    scopes,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + expiresIn,
  }
  const accessToken = await signAccessToken(deps.keyRing, claims, deps.now())
  const id = await insertAccessToken(db, {
    tokenId: claims.jti,
    userId,
    clientId: client.id,
    familyId,
    accessToken: tokenDigest(deps.settings, accessToken),
    expiresAt: new Date(claims.exp * 1000).toISOString(),
    scope: scopes.join(' '),
  })
  const tokens: IssuedTokens = { accessToken, refreshToken: null, expiresIn, scopes }
  return { id, tokens }
}
