import type { Deps } from '#deps.ts'
import type { Proof } from '#tokens/proof.ts'
import { findCredentials, getCredentials } from '#users/credentials.queries.ts'
import type { Visitor } from './authenticators/authenticator.ts'
import { provePassword } from './authenticators/prove-password.ts'
import { type Attempt, countFailure } from './lockout/lockout.commands.ts'
import { recordSignIn, refusePasswordAlone, refuseUnverified } from './rules/sign-in-rules.ts'
import { issueTwoFactorToken, twoFactorRequired, verifySecondFactor } from './two-factor/second-step.ts'

interface Credentials {
  username: string
  password: string
  /** Where the attempt comes from. */
  address: string
  /** For users with two-factor sign-in; without it they are asked for one. */
  code?: string
  visitor?: Visitor
}

/** The proof for the user who has these credentials. Every refusal looks the same and takes as long as a success. */
export async function verifyCredentials(
  deps: Deps,
  { username, password, address, code, visitor }: Credentials,
): Promise<Proof | undefined> {
  const known = await findCredentials(deps.db, username)
  const account = known ? String(known.id) : username.trim().toLowerCase()
  const attempt: Attempt = { account, address, userId: known?.id }
  const proof = await provePassword(deps, attempt, { login: username, password, visitor })
  const user = typeof proof === 'string' ? undefined : await getCredentials(deps.db, proof.userId)
  if (proof === 'unknown' || user?.archivedAt) await countFailure(deps, attempt)
  if (typeof proof === 'string' || !user || user.archivedAt) {
    await recordSignIn(deps, { isRight: false, userId: known?.id, address })
    return undefined
  }
  const { userId } = proof
  refuseUnverified(deps, user)
  if (user.twoFactorSince) {
    const token = issueTwoFactorToken(deps, proof)
    if (code === undefined) throw twoFactorRequired(token)
    return verifySecondFactor(deps, { token, code, address })
  }
  await refusePasswordAlone(deps, userId)
  await recordSignIn(deps, { isRight: true, userId, address })
  return proof
}
