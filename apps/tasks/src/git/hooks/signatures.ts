import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sha256 } from '@atrium/core/sha256'

export type GitHost = 'github' | 'gitlab' | 'gitea'

interface Delivery {
  headers: IncomingHttpHeaders
  rawBody: string
}

/** Gitea and Forgejo send the headers of GitHub, too. */
export function hostOf(headers: IncomingHttpHeaders): GitHost | undefined {
  if (headers['x-forgejo-event'] ?? headers['x-gitea-event']) return 'gitea'
  if (headers['x-gitlab-event']) return 'gitlab'
  return headers['x-github-event'] ? 'github' : undefined
}

/** What the host calls this delivery, also when it sends it again. */
export function deliveryOf({ headers, rawBody }: Delivery) {
  const id =
    headers['x-forgejo-delivery'] ??
    headers['x-gitea-delivery'] ??
    headers['x-github-delivery'] ??
    headers['idempotency-key'] ??
    headers['webhook-id'] ??
    headers['x-gitlab-event-uuid']
  return sha256(id ? String(id) : rawBody)
}

/** Whether someone who knows the secret has sent the body. Every signature that is there has to be right. */
export function isSigned(delivery: Delivery, secret: string, now: Date) {
  const results = checks.map(check => check(delivery, secret, now)).filter(result => result !== undefined)
  return results.length > 0 && results.every(Boolean)
}

/** Returns undefined if the delivery has no such signature. */
type Check = (delivery: Delivery, secret: string, now: Date) => boolean | undefined

const checks: Check[] = [
  hexSignature('x-hub-signature-256', 'sha256='),
  hexSignature('x-gitea-signature'),
  hexSignature('x-forgejo-signature'),
  gitlabToken,
  standardSignature,
]

function hexSignature(name: string, prefix = ''): Check {
  return ({ headers, rawBody }, secret) => {
    const given = headers[name]
    if (given === undefined) return undefined
    return isEqual(String(given), prefix + createHmac('sha256', secret).update(rawBody).digest('hex'))
  }
}

function gitlabToken({ headers }: Delivery, secret: string) {
  const token = headers['x-gitlab-token']
  return token === undefined ? undefined : isEqual(String(token), secret)
}

const TOLERANCE_MS = 5 * 60_000

/** Standard Webhooks 1.0, which newer versions of GitLab use. */
function standardSignature({ headers, rawBody }: Delivery, secret: string, now: Date) {
  const signatures = headers['webhook-signature']
  if (signatures === undefined) return undefined
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= TOLERANCE_MS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest('base64')
  return String(signatures)
    .split(' ')
    .some(signature => isEqual(signature, `v1,${expected}`))
}

/** Compares digests, so that the time says nothing about the secret or its length. */
function isEqual(given: string, expected: string) {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(expected)))
}
