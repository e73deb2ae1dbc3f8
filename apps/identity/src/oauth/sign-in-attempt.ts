import { Forbidden, NotAuthenticated, TooManyRequests } from '@atrium/core/errors'
import { compileRecordCheck } from '@atrium/core/validation'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { AuthenticationResponse, ChallengeToken } from '#sign-in/passkey.contract.ts'
import { PasskeyRequired } from '#sign-in/refuse-sign-in.ts'
import { SecondFactorRequired, verifySecondFactor } from '#sign-in/second-factor.ts'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import { verifyPasskey } from '#sign-in/verify-passkey.ts'
import type { Proven } from '#tokens/issue-tokens.ts'
import type { SignInProblem } from './sign-in-page.ts'

export const SignInForm = Type.Object({
  csrf_token: Type.Optional(Type.String()),
  username: Type.String({ trim: true, default: '', maxLength: 254 }),
  password: Type.String({ default: '', maxLength: 1024 }),
  two_factor_token: Type.Optional(Type.String({ maxLength: 200 })),
  two_factor_code: Type.String({ default: '', maxLength: 40 }),
  passkey_challenge: Type.Optional(ChallengeToken),
  passkey_response: Type.Optional(Type.String({ maxLength: 40_000 })),
})
type SignInForm = Static<typeof SignInForm>

/** What the page has to say, and whether it asks for the code now. */
export interface Again {
  problem?: SignInProblem
  twoFactorToken?: string
}

/** The user, or what the page has to say instead. */
export async function tryToSignIn(
  deps: Deps,
  reply: FastifyReply,
  form: SignInForm,
  address: string,
): Promise<Proven | Again> {
  try {
    return await (form.passkey_challenge === undefined
      ? tryPassword(deps, form, address)
      : tryPasskey(deps, form.passkey_challenge, form.passkey_response, address))
  } catch (error) {
    if (error instanceof SecondFactorRequired) return { twoFactorToken: error.twoFactorToken }
    if (error instanceof NotAuthenticated) return { problem: 'expired', twoFactorToken: undefined }
    if (error instanceof PasskeyRequired) return { problem: 'passkeyRequired' }
    if (error instanceof Forbidden) return { problem: 'unverified' }
    if (!(error instanceof TooManyRequests)) throw error
    reply.headers(error.headers)
    return { problem: 'blocked' }
  }
}

async function tryPassword(
  deps: Deps,
  { username, password, two_factor_token: token, two_factor_code: code }: SignInForm,
  address: string,
): Promise<Proven | Again> {
  if (token === undefined) {
    return (await verifyCredentials(deps, { username, password, address })) ?? { problem: 'wrong' }
  }
  return (await verifySecondFactor(deps, { token, code, address })) ?? { problem: 'wrongCode' }
}

async function tryPasskey(
  deps: Deps,
  challengeToken: string,
  written: string | undefined,
  address: string,
): Promise<Proven | Again> {
  const response = parseResponse(written ?? '')
  const userId = response && (await verifyPasskey(deps, { challengeToken, response, address }))
  return userId === undefined ? { problem: 'wrongPasskey' } : { userId }
}

const faultsOf = compileRecordCheck(AuthenticationResponse)

/** A form carries text only: the page's script has written what the browser answered as JSON. */
function parseResponse(written: string): AuthenticationResponse | undefined {
  try {
    const response = JSON.parse(written)
    return Object.keys(faultsOf(response)).length === 0 ? response : undefined
  } catch {
    return undefined
  }
}
