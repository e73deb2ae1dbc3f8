import { areEqualSecrets } from '@atrium/http/routes/credentials'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import type { Proof } from '#tokens/proof.ts'
import { randomToken } from '#tokens/secrets.ts'
import { consumeToken, isTokenUsed } from '#tokens/used-token.queries.ts'
import { findCredentialsOf } from '#users/credentials.queries.ts'
import { recordSignIn } from '../rules/sign-in-rules.ts'
import { checkCode } from './two-factor.commands.ts'

const TOKEN_LIFETIME_MS = 300_000

/** Says that the first factor, such as the password, was correct a moment ago; invalid once the security stamp of the account has changed. */
export function issueTwoFactorToken(deps: Deps, { userId, amr, stamp }: Proof) {
  const [first = 'pwd'] = amr.split(' ')
  const content = `${userId}.${deps.now().getTime() + TOKEN_LIFETIME_MS}.${randomToken()}.${first}`
  return `${content}.${signatureOf(deps, content, stamp)}`
}

/** The first factor is correct; the token proves it at the second step. */
export function twoFactorRequired(token: string) {
  return new NotAuthenticated('two_factor_required', {
    error: 'two_factor_required',
    two_factor_token: token,
  })
}

interface SecondStep {
  token: string
  code: string
  address: string
}

/** The proof for the user of this token, if the code is theirs. */
export async function verifySecondFactor(
  deps: Deps,
  { token, code, address }: SecondStep,
): Promise<Proof | undefined> {
  const account = await findAccountOfToken(deps, token)
  if (!account) throw new NotAuthenticated('sign_in_expired')
  const isRight = await checkCode(deps, account.id, address, code)
  await recordSignIn(deps, { isRight, userId: account.id, address, factor: 'code' })
  if (!isRight) return undefined
  const expiresAt = new Date(Number(token.split('.')[1])).toISOString()
  if (!(await consumeToken(deps.db, deps.secrets.digest(token), expiresAt))) {
    throw new NotAuthenticated('sign_in_expired')
  }
  const { id: userId, securityStamp: stamp } = account
  const methods = new Set([token.split('.')[3], 'otp', 'mfa']) // a code by email is an otp, too
  return { userId, amr: [...methods].join(' '), at: deps.now().toISOString(), stamp }
}

async function findAccountOfToken(deps: Deps, token: string) {
  const [id = '', expires = '', nonce = '', first = '', signature = ''] = token.split('.')
  if (!/^\d{1,15}$/.test(id) || !(Number(expires) > deps.now().getTime())) return undefined
  const account = await findCredentialsOf(deps.db, Number(id))
  if (!account?.twoFactorSince || account.archivedAt) return undefined
  const expected = signatureOf(deps, `${id}.${expires}.${nonce}.${first}`, account.securityStamp)
  const isOurs = areEqualSecrets(signature, expected)
  return isOurs && !(await isTokenUsed(deps.db, deps.secrets.digest(token))) ? account : undefined
}

function signatureOf({ secrets }: Deps, content: string, stamp: number) {
  return secrets.sign('two factor token', `${content}.${stamp}`)
}
