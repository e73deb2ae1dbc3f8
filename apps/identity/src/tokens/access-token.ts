import { sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyRing } from './key-ring.ts'

// With a callback node:crypto signs off the event loop.
const signInBackground = promisify(sign) as (algorithm: string, data: Buffer, key: object) => Promise<Buffer>

const CLOCK_SKEW_SECONDS = 30

export interface Claims {
  iss: string
  aud: string
  sub: string | null
  jti: string
  client_id: string
  scopes: string[]
  iat: number
  nbf: number
  exp: number
}

export async function signAccessToken(keyRing: KeyRing, claims: Claims, now: Date): Promise<string> {
  const { header, privateKey } = await keyRing.signing(now)
  const signed = `${header}.${encode(claims)}`
  const signature = await signInBackground('RSA-SHA256', Buffer.from(signed), privateKey)
  return `${signed}.${signature.toString('base64url')}`
}

/** The claims of a token that one of our keys signed and whose time is now; RS256 and nothing else. */
export async function verifyAccessToken(
  keyRing: KeyRing,
  token: string,
  now: Date,
): Promise<Claims | undefined> {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0) return undefined
  const { alg, kid } = decode<{ alg: string; kid: string }>(header) ?? {}
  const key = kid === undefined ? undefined : await keyRing.verifying(kid)
  if (alg !== 'RS256' || !key) return undefined
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return undefined

  const claims = decode<Claims>(payload)
  const seconds = now.getTime() / 1000
  return claims && claims.exp > seconds && claims.nbf <= seconds + CLOCK_SKEW_SECONDS ? claims : undefined
}

function encode(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode<T>(part: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as T
  } catch {
    return undefined
  }
}
