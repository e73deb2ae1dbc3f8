import { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { compileRecordCheck } from '@atrium/core/validation'
import { inTransaction } from '@atrium/database/transaction'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { Forbidden, NotAuthenticated } from '#errors.ts'
import { emailJobs } from '#mail/email-jobs.ts'
import { findOwnInvitation } from '#registration/invitation.ts'
import type { Visitor } from '#sign-in/authenticators/authenticator.ts'
import { DirectoryAccountExists } from '#sign-in/directories/account-exists.ts'
import { askForEmailCode, verifyEmailCode } from '#sign-in/email-codes/email-code.commands.ts'
import { AuthenticationResponse } from '#sign-in/passkeys/passkey.contract.ts'
import { verifyPasskey } from '#sign-in/passkeys/verify-passkey.ts'
import { verifySecondFactor } from '#sign-in/two-factor/second-step.ts'
import { verifyCredentials } from '#sign-in/verify-credentials.ts'
import type { Proof } from '#tokens/proof.ts'
import { getUser } from '#users/user.queries.ts'
import { browserOfForm } from '../pages/form-token.ts'
import { sealProof } from '../session/upstream-proof.ts'
import type { SignInForm } from './authorize.contract.ts'
import type { LinkedUpstream } from './sign-in-page.ts'

/** How the page is shown again: with a problem, or with the field for the code. */
export interface SignInRetry {
  problem?: DomainError
  twoFactorToken?: string
  /** The page asks for the code that was emailed, or for the address to email it to. */
  emailCode?: { id: string } | 'address'
  /** An account elsewhere that is proven, and linked once its owner has proven the account here, too. */
  username?: string
  upstream?: string
  link?: LinkedUpstream
}

/** The user, or how to show the page again. */
export async function tryToSignIn(
  deps: Deps,
  reply: FastifyReply,
  form: SignInForm,
  ticket?: string,
): Promise<Proof | SignInRetry> {
  const { request } = reply
  const address = request.ip
  try {
    if (form.email_code_id !== undefined) return await tryEmailCode(deps, request, form)
    return await (form.passkey_challenge === undefined
      ? tryPassword(deps, form, { address, ticket })
      : tryPasskey(deps, form.passkey_challenge, form.passkey_response, address))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error instanceof DirectoryAccountExists) return askToLink(deps, error)
    if (error.code === 'two_factor_required') {
      return { twoFactorToken: String(error.params.two_factor_token) }
    }
    if (error.statusCode === 401) return { problem: new Forbidden('form_expired'), twoFactorToken: undefined }
    if (![403, 429].includes(error.statusCode) && error.code !== 'sign_in_provider_unavailable') throw error
    reply.headers(error.headers)
    return { problem: error }
  }
}

/** The page asks for the password of the account here, as it does for other providers. */
async function askToLink(
  deps: Deps,
  { provider, person, userId }: DirectoryAccountExists,
): Promise<SignInRetry> {
  const { email, capabilities } = await getUser(deps.db, userId)
  const known = { provider: provider.slug, providerName: provider.name, person, sid: null, idToken: null }
  return {
    username: email,
    upstream: sealProof(deps, { ...known, userId, isLink: true }),
    link: { provider: provider.name, isLinkable: capabilities.hasPassword },
  }
}

async function tryPassword(
  deps: Deps,
  { username, password, two_factor_token: token, two_factor_code: code }: SignInForm,
  { address, ticket }: { address: string; ticket: string | undefined },
): Promise<Proof | SignInRetry> {
  if (token === undefined) {
    const visitor: Visitor = {
      findInvitation: (provider, email) => findOwnInvitation(deps, provider, ticket, email),
    }
    const proof = await verifyCredentials(deps, { username, password, address, visitor })
    return proof ?? { problem: new NotAuthenticated('wrong_credentials') }
  }
  const proof = await verifySecondFactor(deps, { token, code, address })
  return proof ?? { problem: new NotAuthenticated('wrong_two_factor_code') }
}

async function tryEmailCode(
  deps: Deps,
  request: FastifyRequest,
  { email_code_id: id = '', email_code: code = '', username }: SignInForm,
): Promise<Proof | SignInRetry> {
  const guess = { id, code, username, browser: browserOfForm(request), address: request.ip }
  const proof = await verifyEmailCode(deps, guess)
  return proof ?? { problem: new NotAuthenticated('wrong_email_code'), emailCode: { id } }
}

/** Enqueues an email for whatever was typed: the answer is the same whether there is an account or not. */
export async function sendEmailCode(deps: Deps, reply: FastifyReply, username: string): Promise<SignInRetry> {
  const { request } = reply
  if (username === '') return { emailCode: 'address' }
  try {
    const id = await inTransaction(deps, async tx => {
      const id = await askForEmailCode(deps, tx, { browser: browserOfForm(request), address: request.ip })
      const digest = deps.secrets.digest(id)
      await emailJobs.emailCode(tx, { digest, username, language: languageOf(request) })
      return id
    })
    return { emailCode: { id } }
  } catch (error) {
    if (!(error instanceof DomainError) || error.statusCode !== 429) throw error
    reply.headers(error.headers)
    return { problem: error, emailCode: 'address' }
  }
}

async function tryPasskey(
  deps: Deps,
  challengeToken: string,
  text: string | undefined,
  address: string,
): Promise<Proof | SignInRetry> {
  const response = parseResponse(text ?? '')
  const proof = response && (await verifyPasskey(deps, { challengeToken, response, address }))
  return proof ?? { problem: new NotAuthenticated('wrong_passkey') }
}

const problemsOf = compileRecordCheck(AuthenticationResponse)

/** A form has only text: the page's script sends the response of the browser as JSON. */
function parseResponse(text: string): AuthenticationResponse | undefined {
  try {
    const response = JSON.parse(text)
    return Object.keys(problemsOf(response)).length === 0 ? response : undefined
  } catch {
    return undefined
  }
}
