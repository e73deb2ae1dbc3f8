import { createHash } from 'node:crypto'
import { TooManyRequests } from '@atrium/http/errors'
import type { Deps } from '#deps.ts'
import { clearFailures, type FailureLimit, findBlock, recordFailure } from './sign-in-failure.queries.ts'

const FAILURES_OF_ACCOUNT = 5
const FAILURES_OF_ADDRESS = 300

export interface Attempt {
  /** The user's id, or what was typed where there is no such user: both are counted alike. */
  account: string
  address: string
}

/**
 * An account is counted together with the address that tries it, so nobody can lock somebody else out from
 * afar; an address is also counted as a whole, so it cannot go through all accounts.
 */
function limitsOf({ account, address }: Attempt): [FailureLimit, FailureLimit] {
  const pair = createHash('sha256').update(`${account}\n${address}`).digest('hex')
  return [
    { subject: `account ${pair}`, allowed: FAILURES_OF_ACCOUNT },
    { subject: `address ${address}`, allowed: FAILURES_OF_ADDRESS },
  ]
}

export async function refuseWhileBlocked({ db, now }: Deps, attempt: Attempt) {
  const blockedUntil = await findBlock(db, limitsOf(attempt), now())
  if (!blockedUntil) return
  const seconds = Math.ceil((Date.parse(blockedUntil) - now().getTime()) / 1000)
  throw new TooManyRequests(`Too many failed attempts; try again in ${seconds} seconds`, seconds)
}

export async function countFailure({ db, now }: Deps, attempt: Attempt) {
  for (const limit of limitsOf(attempt)) await recordFailure(db, limit, now())
}

export async function forgiveFailures({ db }: Deps, attempt: Attempt) {
  const [account] = limitsOf(attempt)
  await clearFailures(db, account.subject)
}
