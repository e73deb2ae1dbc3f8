import { createHash } from 'node:crypto'
import { TooManyRequests } from '@atrium/http/errors'
import type { Deps } from '#deps.ts'
import { clearFailures, type FailureLimit, listFailures, recordFailure } from './sign-in-failure.queries.ts'

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

/** Answers whether this account has failures from this address that a success should clear. */
export async function refuseWhileBlocked({ db, now }: Deps, attempt: Attempt) {
  const limits = limitsOf(attempt)
  const failures = await listFailures(db, limits)
  const until = Math.max(
    ...failures.map(({ blockedUntil }) => (blockedUntil ? Date.parse(blockedUntil) : 0)),
    0,
  )
  const seconds = Math.ceil((until - now().getTime()) / 1000)
  if (seconds > 0)
    throw new TooManyRequests(`Too many failed attempts; try again in ${seconds} seconds`, seconds)
  return failures.some(({ subject }) => subject === limits[0].subject)
}

export async function countFailure({ db, now }: Deps, attempt: Attempt) {
  for (const limit of limitsOf(attempt)) await recordFailure(db, limit, now())
}

export async function forgiveFailures({ db }: Deps, attempt: Attempt) {
  const [account] = limitsOf(attempt)
  await clearFailures(db, account.subject)
}
