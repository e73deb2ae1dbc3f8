import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'

const TOKEN_BYTES = 700

/** Signs as much as an access token contains, in the thread pool. */
export function createSigner() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signInBackground = promisify(sign) as (
    algorithm: string,
    data: Buffer,
    key: object,
  ) => Promise<Buffer>
  return () => signInBackground('RSA-SHA256', Buffer.alloc(TOKEN_BYTES), privateKey)
}
