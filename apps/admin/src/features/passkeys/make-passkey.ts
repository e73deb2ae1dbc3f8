import { type Item, post } from '@atrium/ui/api'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

export interface MadePasskey {
  challengeToken: string
  response: RegistrationResponseJSON
}

interface Challenge {
  options: PublicKeyCredentialCreationOptionsJSON
  challengeToken: string
}

export type ProblemKind = 'cancelled' | 'known' | 'failed'

/** Why the browser did not create a passkey. */
export class PasskeyProblem extends Error {
  readonly kind: ProblemKind

  constructor(kind: ProblemKind) {
    super(`The passkey was not created: ${kind}`)
    this.kind = kind
  }
}

export async function makePasskey(userId: number, currentPassword: string): Promise<MadePasskey> {
  const { item } = await post<Item<Challenge>>(`/users/${userId}/passkeys/options`, { currentPassword })
  const { options, challengeToken } = item
  try {
    return { challengeToken, response: await startRegistration({ optionsJSON: options }) }
  } catch (error) {
    throw new PasskeyProblem(kindOf(error))
  }
}

/** Browsers report a cancelled prompt and a timeout in the same way. */
function kindOf(error: unknown): ProblemKind {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'known'
  const name = error instanceof Error ? error.name : ''
  return ['NotAllowedError', 'AbortError'].includes(name) ? 'cancelled' : 'failed'
}
