import { createHmac } from 'node:crypto'
import { areEqualSecrets } from '@atrium/http/equal-secrets'
import type { Deps } from '#deps.ts'
import { deriveKey, randomToken } from '#tokens/token-digest.ts'
import type { UsedChallenge } from './passkey.queries.ts'

export const CHALLENGE_LIFETIME_MS = 600_000

/** What the challenge is for: a new passkey of this user, or a sign-in of whoever holds one. */
type Purpose = `new passkey ${number}` | 'sign-in'

/** Nothing is stored until it is used: the token says which challenge was issued, and until when it counts. */
export function issueChallenge(deps: Deps, purpose: Purpose) {
  const challenge = randomToken()
  const content = `${challenge}.${deps.now().getTime() + CHALLENGE_LIFETIME_MS}`
  return { challenge, challengeToken: `${content}.${sealOf(deps, purpose, content)}` }
}

/** Undefined when it is not ours, for something else, or of long ago. */
export function openChallenge(deps: Deps, purpose: Purpose, token: string): UsedChallenge | undefined {
  const [challenge = '', expires = '', seal = ''] = token.split('.')
  if (!areEqualSecrets(seal, sealOf(deps, purpose, `${challenge}.${expires}`))) return undefined
  if (Number(expires) <= deps.now().getTime()) return undefined
  return { challenge, expiresAt: new Date(Number(expires)).toISOString() }
}

function sealOf({ settings }: Deps, purpose: Purpose, content: string) {
  return createHmac('sha256', deriveKey(settings, 'passkey challenge'))
    .update(`${purpose}.${content}`)
    .digest('base64url')
}
