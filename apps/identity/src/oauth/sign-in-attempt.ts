import { DomainError } from '@atrium/core/coded-errors'
import { compileRecordCheck } from '@atrium/core/validation'
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { Forbidden, NotAuthenticated } from '#errors.ts'
import { AuthenticationResponse, ChallengeToken } from '#sign-in/passkeys/passkey.contract.ts'
import { verifyPasskey } from '#sign-in/passkeys/verify-passkey.ts'
import { verifyCredentials, verifySecondFactor } from '#sign-in/verify-credentials.ts'
import type { Proven } from '#tokens/issue-tokens.ts'

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

/** Why the page is shown again, and whether it asks for the code now. */
export interface Again {
  problem?: DomainError
  twoFactorToken?: string
}

/** The user, or why the page is shown again. */
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
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'two_factor_required') {
      return { twoFactorToken: String(error.params.two_factor_token) }
    }
    if (error.statusCode === 401) return { problem: new Forbidden('form_expired'), twoFactorToken: undefined }
    if (![403, 429].includes(error.statusCode)) throw error
    reply.headers(error.headers)
    return { problem: error }
  }
}

async function tryPassword(
  deps: Deps,
  { username, password, two_factor_token: token, two_factor_code: code }: SignInForm,
  address: string,
): Promise<Proven | Again> {
  if (token === undefined) {
    const proven = await verifyCredentials(deps, { username, password, address })
    return proven ?? { problem: new NotAuthenticated('wrong_credentials') }
  }
  const proven = await verifySecondFactor(deps, { token, code, address })
  return proven ?? { problem: new NotAuthenticated('wrong_two_factor_code') }
}

async function tryPasskey(
  deps: Deps,
  challengeToken: string,
  written: string | undefined,
  address: string,
): Promise<Proven | Again> {
  const response = parseResponse(written ?? '')
  const userId = response && (await verifyPasskey(deps, { challengeToken, response, address }))
  return userId === undefined ? { problem: new NotAuthenticated('wrong_passkey') } : { userId }
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
