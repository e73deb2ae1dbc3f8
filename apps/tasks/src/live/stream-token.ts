import { randomBytes } from 'node:crypto'
import { openText, sealText } from '@atrium/core/sealed-text'
import { sha256 } from '@atrium/core/sha256'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import { insertStreamToken, takeStreamToken } from './stream.queries.ts'

const PURPOSE = 'event stream'
export const STREAM_TOKEN_SECONDS = 60

/** Opens one stream within a minute. The session is stored with it, encrypted with the token itself. */
export async function createStreamToken({ db, now }: Deps, userId: number, accessToken: string) {
  const token = randomBytes(32).toString('base64url')
  await insertStreamToken(db, {
    digest: sha256(token),
    userId,
    session: sealText(token, PURPOSE, accessToken),
    expiresAt: new Date(now().getTime() + STREAM_TOKEN_SECONDS * 1000).toISOString(),
  })
  return token
}

/** Redeems the token, which cannot be used again. */
export async function useStreamToken({ db, now }: Deps, token: string) {
  const found = await takeStreamToken(db, sha256(token))
  if (!found || Date.parse(found.expiresAt) <= now().getTime()) {
    throw new NotAuthenticated('stream_token_invalid')
  }
  return { userId: found.userId, accessToken: openText(token, PURPOSE, found.session) }
}
