import { createHash } from 'node:crypto'
import { TooManyRequests } from '@atrium/http/errors'
import type { Deps } from '#deps.ts'
import { networkOf } from './network.ts'
import { clearFailures, type FailureLimit, listFailures, recordFailure } from './sign-in-failure.queries.ts'

const FAILURES_OF_ACCOUNT = 5
const FAILURES_OF_ADDRESS = 300

type Counting = Pick<Deps, 'db' | 'now'>

export interface Attempt {
  /** The user's id, or what was typed where there is no such user: both are counted alike. */
  account: string
  address: string
  /** The user, where there is one, so that somebody may let them in again. */
  userId?: number
  /** A code is guessed by those who know the password; their many addresses are counted as one. */
  isCode?: boolean
}

/**
 * An account is counted together with the address that tries it, so nobody can lock somebody else out from
 * afar; an address is also counted as a whole, so it cannot go through all accounts.
 */
function limitsOf({ account, address, userId, isCode }: Attempt): [FailureLimit, FailureLimit] {
  const network = networkOf(address)
  const pair = createHash('sha256').update(`${account}\n${network}`).digest('hex')
  const subject = isCode ? `code ${account}` : `account ${pair}`
  return [
    { subject, allowed: FAILURES_OF_ACCOUNT, userId },
    { subject: `address ${network}`, allowed: FAILURES_OF_ADDRESS },
  ]
}

/** Answers whether this account has failures from this address that a success should clear. */
export async function refuseWhileBlocked({ db, now }: Counting, attempt: Attempt) {
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

export async function countFailure({ db, now }: Counting, attempt: Attempt) {
  for (const limit of limitsOf(attempt)) await recordFailure(db, limit, now())
}

export async function forgiveFailures({ db }: Counting, attempt: Attempt) {
  const [account] = limitsOf(attempt)
  await clearFailures(db, account.subject)
}
