import { isIPv4, isIPv6 } from 'node:net'
import { TooManyRequests } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import ipaddr from 'ipaddr.js'
import type { Deps } from '#deps.ts'
import { listLivingAddresses } from '#tokens/user-session.queries.ts'
import { clearFailures, type FailureLimit, listFailures, recordFailure } from './sign-in-failure.queries.ts'

const ACCOUNT = { allowed: 5, firstWait: 30, longestWait: 900 }
const ADDRESS = { allowed: 300, firstWait: 30, longestWait: 900 }
const EVERYWHERE = { allowed: 50, firstWait: 10, longestWait: 10 }

type Counting = Pick<Deps, 'db' | 'now'>

export interface Attempt {
  /** The user's id, or what was typed where there is no such user: both are counted alike. */
  account: string
  address: string
  /** The user, if there is one, so that an administrator can unlock them. */
  userId?: number
  /** A code is guessed by those who know the password; their many addresses are counted as one. */
  isCode?: boolean
}

/**
 * Failures are counted per account and address, so nobody can lock another user out from afar, and per address, so it
 * cannot go through all accounts. Many addresses that try one account are slowed down to one failure in ten seconds,
 * except for networks where the user is signed in.
 */
function limitsOf({ account, address, userId, isCode }: Attempt) {
  const network = networkOf(address)
  const digest = (text: string) => sha256(text, 'hex')
  const subject = isCode ? `code ${account}` : `account ${digest(`${account}\n${network}`)}`
  return {
    account: { subject, userId, ...ACCOUNT },
    address: { subject: `address ${network}`, ...ADDRESS },
    everywhere: { subject: `everywhere ${digest(account)}`, userId, ...EVERYWHERE },
  } satisfies Record<string, FailureLimit>
}

/** Whether this account has failures from this address that a success should clear. */
export async function refuseWhileBlocked(deps: Counting, attempt: Attempt) {
  const { account, address, everywhere } = limitsOf(attempt)
  const failures = await listFailures(deps.db, [account, address, everywhere])
  const waitOf = ({ subject }: FailureLimit) => {
    const until = failures.find(each => each.subject === subject)?.blockedUntil
    return until ? Math.ceil((Date.parse(until) - deps.now().getTime()) / 1000) : 0
  }
  refuseFor(Math.max(waitOf(account), waitOf(address)))
  if (waitOf(everywhere) > 0 && !(await isKnownNetwork(deps, attempt))) refuseFor(waitOf(everywhere))
  return failures.some(({ subject }) => subject === account.subject)
}

/** Of many guesses at once, those beyond the limit are refused like later ones: they do not learn if they were right. */
export async function countFailure(deps: Counting, attempt: Attempt) {
  const { account, address, everywhere } = limitsOf(attempt)
  let isCounted = true
  for (const limit of [account, address]) {
    if (!(await recordFailure(deps.db, limit, deps.now()))) isCounted = false
  }
  const isSlowed = !attempt.isCode && !(await recordFailure(deps.db, everywhere, deps.now()))
  if (!isCounted || isSlowed) await refuseWhileBlocked(deps, attempt)
}

export async function forgiveFailures({ db }: Counting, attempt: Attempt) {
  await clearFailures(db, limitsOf(attempt).account.subject)
}

function refuseFor(seconds: number) {
  if (seconds <= 0) return
  throw new TooManyRequests(`Too many failed attempts; try again in ${seconds} seconds`, seconds)
}

async function isKnownNetwork({ db }: Counting, { userId, address }: Attempt) {
  if (userId === undefined) return false
  const known = await listLivingAddresses(db, userId)
  return known.some(each => networkOf(each) === networkOf(address))
}

/** An IPv6 user has a whole /64, and could come from another address each time. */
function networkOf(address: string) {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown' // a trusted proxy may pass on anything
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const prefix = parsed.parts.slice(0, 4).map(part => part.toString(16))
  return `${prefix.join(':')}::/64`
}
