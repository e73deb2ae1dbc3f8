import { hash } from 'node:crypto'

export function sha256(content: string | Uint8Array, encoding: 'base64url' | 'hex' = 'base64url') {
  return hash('sha256', content, encoding)
}
