import { NotAuthenticated } from '@atrium/core/errors'
import { areEqualSecrets } from '@atrium/http/credentials'
import type { Deps } from '#deps.ts'
import type { Proven } from '#tokens/issue-tokens.ts'
import { findCredentialsOf } from '#users/credentials.queries.ts'
import { checkCode } from './check-code.ts'
import { recordSignIn } from './record-sign-in.ts'

const LIFETIME_MS = 300_000

/** The password was right; a code is wanted too. */
export class SecondFactorRequired extends NotAuthenticated {
  readonly twoFactorToken: string

  constructor(twoFactorToken: string) {
    super('Enter the code of your authenticator application too', {
      details: { error: 'two_factor_required', two_factor_token: twoFactorToken },
    })
    this.twoFactorToken = twoFactorToken
  }
}

interface Account {
  id: number
  passwordHash: string
}

/** Says that the password was right a moment ago; worthless once it has changed. */
export function issueTwoFactorToken(deps: Deps, account: Account) {
  const content = `${account.id}.${deps.now().getTime() + LIFETIME_MS}`
  return `${content}.${signatureOf(deps, content, account)}`
}

/** The user whom this token and code sign in. */
export async function verifySecondFactor(
  deps: Deps,
  { token, code, address }: { token: string; code: string; address: string },
): Promise<Proven | undefined> {
  const account = await findPromised(deps, token)
  if (!account) throw new NotAuthenticated('Too much time has passed; begin with your password again')
  const isRight = await checkCode(deps, account.id, address, code)
  await recordSignIn(deps, { isRight, userId: account.id, address, factor: 'code' })
  return isRight ? { userId: account.id, passwordHash: account.passwordHash } : undefined
}

async function findPromised(deps: Deps, token: string) {
  const [id = '', expires = '', signature = ''] = token.split('.')
  if (!/^\d{1,15}$/.test(id) || !(Number(expires) > deps.now().getTime())) return undefined
  const account = await findCredentialsOf(deps.db, Number(id))
  if (!account?.twoFactorSince || account.archivedAt) return undefined
  return areEqualSecrets(signature, signatureOf(deps, `${id}.${expires}`, account)) ? account : undefined
}

function signatureOf({ secrets }: Deps, content: string, { passwordHash }: Account) {
  return secrets.sign('two factor token', `${content}.${passwordHash}`)
}
