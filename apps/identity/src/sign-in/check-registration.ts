import { ValidationFailed } from '@atrium/core/errors'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Deps } from '#deps.ts'
import type { RegistrationResponse } from './passkey.contract.ts'
import { algorithms, relyingParty } from './relying-party.ts'

/** The new key as it is stored; it answers our challenge, on our page, by an authenticator that knows its user. */
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

/** We ask who made the authenticator of nobody. Certificates name addresses that the check would go and fetch. */
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
  return new ValidationFailed({ response: ['is not what was asked for; try again'] })
}
