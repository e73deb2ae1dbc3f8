import { createHash } from 'node:crypto'

/** Names a session to other instances without giving it away. */
export function sessionDigest(accessToken: string) {
  return createHash('sha256').update(accessToken).digest('base64url')
}
