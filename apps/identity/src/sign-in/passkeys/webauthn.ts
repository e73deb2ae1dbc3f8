import { areEqualSecrets } from '@atrium/http/routes/credentials'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import { randomToken } from '#tokens/secrets.ts'
import type { RegistrationResponse } from './passkey.contract.ts'
import type { UsedChallenge } from './passkey.queries.ts'

export const CHALLENGE_LIFETIME_MS = 600_000

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator supports one of them. */
export const algorithms = [-8, -7, -257]

/** Passkeys belong to the host of this service and work only on its own pages. */
export function relyingParty({ settings }: Deps) {
  const { hostname, origin } = new URL(settings.IDENTITY_URL)
  return { id: hostname, origin }
}

/** How an authenticator distinguishes the accounts of one host. */
export function userHandle(userId: number) {
  return new TextEncoder().encode(String(userId))
}

/** What the challenge is for: a new passkey of this user, or a sign-in with any passkey. */
type Purpose = `new passkey ${number}` | 'sign-in'

/** Nothing is stored until it is used: the token says which challenge was issued and when it expires. */
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

/** The new key as it is stored, if it was created for our challenge, on our page, by an authenticator that knows its user. */
export async function checkRegistration(deps: Deps, challenge: string, response: RegistrationResponse) {
  const { id, origin } = relyingParty(deps)
  if (!isWithoutCertificates(response)) throw refusal()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw refusal()
  })
  if (!registrationInfo) throw refusal()
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** We don't ask for the maker of the authenticator: certificates contain addresses that the check would fetch. */
function isWithoutCertificates({ response }: RegistrationResponse) {
  try {
    const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))
    const attestation = decodeAttestationObject(bytes)
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}

function refusal() {
  return new ValidationFailed({ response: 'wrong_passkey_response' })
}
