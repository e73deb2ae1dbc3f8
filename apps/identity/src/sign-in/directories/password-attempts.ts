import { sha256 } from '@atrium/core/sha256'
import type { Deps } from '#deps.ts'
import { TooManyRequests } from '#errors.ts'
import { clearFailures, listFailures, recordFailure, returnFailure } from '../lockout/lockout.queries.ts'
import type { IdentityKey } from '../providers/identity.queries.ts'

/**
 * Directories lock accounts after a number of wrong passwords, usually between five and ten, wherever they come from. So these
 * are counted for a person whatever the address and the spelling of the login, and Atrium stops asking before the directory
 * locks anyone out (decision 260).
 */
const PERSON = { allowed: 5, firstWait: 300, longestWait: 900 }

type Counting = Pick<Deps, 'db' | 'counters' | 'now'>

/** Checks passwords of a directory, those of one person one after the other. */
export function createPasswordAttempts(deps: Counting) {
  const lines = new Map<string, Promise<unknown>>()

  /** Attempts at the same time would otherwise all count as the first one. */
  async function inLine<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (lines.get(subject) ?? Promise.resolve()).then(work, work)
    lines.set(subject, mine)
    try {
      return await mine
    } finally {
      if (lines.get(subject) === mine) lines.delete(subject)
    }
  }

  /**
   * The attempt is counted before the directory is asked, so that other instances see it; it is taken back if the password is
   * right or nobody could judge it.
   */
  async function attempt(subject: string, userId: number | undefined, check: () => Promise<boolean>) {
    const limit = { subject, userId, ...PERSON }
    if (!(await recordFailure(deps.db, limit, deps.now()))) await refuse(subject)
    let isRight: boolean
    try {
      isRight = await check()
    } catch (error) {
      await returnFailure(deps.db, subject)
      throw error
    }
    if (isRight) await clearFailures(deps.db, subject)
    return isRight
  }

  async function refuse(subject: string): Promise<never> {
    const [failure] = await listFailures(deps.db, [{ subject, ...PERSON }])
    const until = Date.parse(failure?.blockedUntil ?? '') || deps.now().getTime()
    deps.counters.signIns.add('blocked')
    const retryAfter = Math.max(1, Math.ceil((until - deps.now().getTime()) / 1000))
    throw new TooManyRequests('too_many_attempts', { retryAfter })
  }

  return (
    { provider, issuer, subject }: IdentityKey,
    userId: number | undefined,
    check: () => Promise<boolean>,
  ) => {
    const key = `directory ${sha256(JSON.stringify([provider, issuer, subject]), 'hex')}`
    return inLine(key, () => attempt(key, userId, check))
  }
}
