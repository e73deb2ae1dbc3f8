import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Standard Webhooks 1.0, "Signature scheme": 24 to 64 random bytes, in base64 after a prefix. */
export function createWebhookSecret() {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

interface Signed {
  /** The `webhook-id`: the same for all attempts of a message. */
  messageId: string
  at: Date
  body: string
}

/** The headers of an attempt, with a signature for each secret that counts at the moment. */
export function signedHeaders({ messageId, at, body }: Signed, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
