import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import type { Proof } from '#tokens/proof.ts'
import {
  type Attempt,
  countFailure,
  forgiveFailures,
  refuseWhileBlocked,
} from '../lockout/lockout.commands.ts'
import { recordSignIn, refuseUnverified } from '../rules/sign-in-rules.ts'
import type { AuthenticationResponse } from './passkey.contract.ts'
import { findPasskey, recordUse, type UsedChallenge } from './passkey.queries.ts'
import { CHALLENGE_LIFETIME_MS, issueChallenge, openChallenge, relyingParty, userHandle } from './webauthn.ts'

interface PasskeySignIn {
  challengeToken: string
  response: AuthenticationResponse
  /** Where the attempt comes from. */
  address: string
}

/** Lists no keys: the browser offers those that it has for us. */
export async function startPasskeySignIn(deps: Deps) {
  const { challenge, challengeToken } = issueChallenge(deps, 'sign-in')
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: 'required',
  })
  return { options: { ...options }, challengeToken }
}

/** The user of this passkey. It counts as both factors: a device, and what unlocks it. */
export async function verifyPasskey(
  deps: Deps,
  { challengeToken, response, address }: PasskeySignIn,
): Promise<Proof | undefined> {
  const challenge = openChallenge(deps, 'sign-in', challengeToken)
  if (!challenge) throw new NotAuthenticated('sign_in_expired')
  const passkey = await findPasskey(deps.db, response.id)
  const userId = passkey?.userId
  const attempt: Attempt = { account: passkey ? String(userId) : response.id, address, userId }
  const hasFailed = await refuseWhileBlocked(deps, attempt)
  const isRight = passkey !== undefined && (await usePasskey(deps, passkey, challenge, response))
  if (!isRight) {
    await countFailure(deps, attempt)
    await recordSignIn(deps, { isRight, userId, address, factor: 'passkey' })
    return undefined
  }
  if (hasFailed) await forgiveFailures(deps, attempt)
  refuseUnverified(deps, passkey)
  await recordSignIn(deps, { isRight, userId: passkey.userId, address, factor: 'passkey' })
  const at = deps.now().toISOString()
  return { userId: passkey.userId, amr: 'pop mfa', at, stamp: passkey.securityStamp }
}

type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

async function usePasskey(
  deps: Deps,
  passkey: Passkey,
  challenge: UsedChallenge,
  response: AuthenticationResponse,
) {
  const signature = await checkSignature(deps, passkey, challenge, response)
  if (!signature?.verified) return false
  const { newCounter: counter, credentialBackedUp: backedUp } = signature.authenticationInfo
  return recordUse(deps.db, challenge, { id: passkey.id, counter, backedUp, at: deps.now().toISOString() })
}

/** Undefined if the response is invalid: the library throws a different error for each reason. */
async function checkSignature(
  deps: Deps,
  { userId, credentialId, publicKey, counter }: Passkey,
  { challenge }: UsedChallenge,
  { id, rawId, type, response }: AuthenticationResponse,
) {
  const owner = Buffer.from(userHandle(userId)).toString('base64url')
  if (response.userHandle !== owner) return undefined // WebAuthn §7.2, step 6
  const { userHandle: _, ...signed } = response
  const { id: rpId, origin } = relyingParty(deps)
  return verifyAuthenticationResponse({
    response: { id, rawId, type, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined)
}
