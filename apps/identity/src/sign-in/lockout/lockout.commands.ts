import { isIPv4, isIPv6 } from 'node:net'
import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import ipaddr from 'ipaddr.js'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { NotFound, TooManyRequests } from '#errors.ts'
import { listLivingAddresses } from '#tokens/user-session.queries.ts'
import {
  clearFailures,
  clearUserFailures,
  type FailureLimit,
  listFailures,
  recordFailure,
} from './lockout.queries.ts'

const ACCOUNT = { allowed: 5, firstWait: 30, longestWait: 900 }
const ADDRESS = { allowed: 300, firstWait: 30, longestWait: 900 }
const EVERYWHERE = { allowed: 50, firstWait: 10, longestWait: 10 }

type Counting = Pick<Deps, 'db' | 'counters' | 'now'>

export interface Attempt {
  /** The user's id, or the typed username if no such user exists: both are counted the same way. */
  account: string
  address: string
  /** The user, if there is one, so that an administrator can unlock them. */
  userId?: number
  /** Only someone who knows the password can guess a code; all their addresses are counted as one. */
  isCode?: boolean
}

/**
 * Failures are counted per account and address, so nobody can lock another user out, and per address, so that it cannot
 * try all accounts. Many addresses that try one account are slowed down to one failure in ten seconds,
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
  refuseFor(deps, Math.max(waitOf(account), waitOf(address)))
  if (waitOf(everywhere) > 0 && !(await isKnownNetwork(deps, attempt))) refuseFor(deps, waitOf(everywhere))
  return failures.some(({ subject }) => subject === account.subject)
}

/** Guesses at the same time beyond the limit are refused like later ones: they don't learn whether they were right. */
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

function refuseFor({ counters }: Counting, seconds: number) {
  if (seconds <= 0) return
  counters.signIns.add('blocked')
  throw new TooManyRequests('too_many_attempts', { retryAfter: seconds })
}

async function isKnownNetwork({ db }: Counting, { userId, address }: Attempt) {
  if (userId === undefined) return false
  const known = await listLivingAddresses(db, userId)
  return known.some(each => networkOf(each) === networkOf(address))
}

/** An IPv6 user has a whole /64, and could come from another address each time. */
export function networkOf(address: string) {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown' // a trusted proxy may pass on anything
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const prefix = parsed.parts.slice(0, 4).map(part => part.toString(16))
  return `${prefix.join(':')}::/64`
}

/** Clears the user's failures from every address; an address that tries many accounts stays blocked. */
export function unlockUser(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    if (!(await lockManageableUser(tx, actor, id))) throw new NotFound('user_not_found')
    await clearUserFailures(tx, id)
    await audit(deps, tx, actor, { action: 'user.unlocked', subjectType: 'user', subjectId: id })
  })
}

/** From the console: its user is unknown, so the audit entry has no actor. */
export function unlockAccount(deps: Deps, userId: number) {
  return inTransaction(deps, async tx => {
    await clearUserFailures(tx, userId)
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      actorId: null,
      action: 'user.unlocked',
      subjectType: 'user',
      subjectId: userId,
    })
  })
}
