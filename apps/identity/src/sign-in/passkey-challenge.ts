import { areEqualSecrets } from '@atrium/http/credentials'
import type { Deps } from '#deps.ts'
import { randomToken } from '#tokens/secrets.ts'
import type { UsedChallenge } from './passkey.queries.ts'

export const CHALLENGE_LIFETIME_MS = 600_000

/** What the challenge is for: a new passkey of this user, or a sign-in with any passkey. */
type Purpose = `new passkey ${number}` | 'sign-in'

/** Nothing is stored until it is used: the token says which challenge was issued, and until when it counts. */
export function issueChallenge(deps: Deps, purpose: Purpose) {
  const challenge = randomToken()
  const content = `${challenge}.${deps.now().getTime() + CHALLENGE_LIFETIME_MS}`
  return { challenge, challengeToken: `${content}.${signatureOf(deps, purpose, content)}` }
}

/** Undefined if it is forged, for another purpose, or expired. */
export function openChallenge(deps: Deps, purpose: Purpose, token: string): UsedChallenge | undefined {
  const [challenge = '', expires = '', signature = ''] = token.split('.')
  if (!areEqualSecrets(signature, signatureOf(deps, purpose, `${challenge}.${expires}`))) return undefined
  if (Number(expires) <= deps.now().getTime()) return undefined
  return { challenge, expiresAt: new Date(Number(expires)).toISOString() }
}

function signatureOf({ secrets }: Deps, purpose: Purpose, content: string) {
  return secrets.sign('passkey challenge', `${purpose}.${content}`)
}
