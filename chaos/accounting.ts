import { type Attempt, isFailure, type Outcome } from '../office/attempts.ts'
import type { Follower } from '../office/followers.ts'
import { inspectOffice } from '../office/inspection.ts'
import type { Office } from '../office/office.ts'

export interface Account {
  requests: number
  failures: Partial<Record<Outcome, number>>
  /** Changes that were acknowledged. */
  writes: number
  writesLost: number
  writesDoubled: number
  /** Requests without a key that were answered with an error, or not at all: they may have happened or not. */
  unansweredWithoutKey: number
  staleReads: number
  notifications: number
  notificationsLost: number
  notificationsDoubled: number
  /** Changes that did not reach a follower, who was not told to load everything again either. */
  unseen: number
  /** Answers that nobody should have got, and counts or boards that do not fit together. */
  wrong: number
  /** The longest time in which no request succeeded. */
  gapSeconds: number
  /** From the end of the harm to the last failure. */
  recoverySeconds: number
}

/** Compares what was acknowledged with what the database contains and what the streams brought. */
export async function settle(office: Office, followers: Follower[], healedAt: number): Promise<Account> {
  const { attempts, ledger, surprises } = office
  const done = attempts.slice()
  const found = await inspectOffice(office, followers)
  const problems = { ...found, stale: ledger.staleReads, surprises }
  for (const [kind, list] of Object.entries(problems)) {
    for (const problem of list.slice(0, 10)) process.stderr.write(`${kind}: ${problem}\n`)
  }
  return {
    requests: done.length,
    failures: countFailures(done),
    writes: ledger.changes(),
    writesLost: found.lost.length,
    writesDoubled: found.doubled.length,
    unansweredWithoutKey: done.filter(attempt => attempt.isUnkeyedPost && isFailure(attempt)).length,
    staleReads: ledger.staleReads.length,
    notifications: ledger.due.length,
    notificationsLost: found.notificationsLost.length,
    notificationsDoubled: found.notificationsDoubled.length,
    unseen: found.unseen.length,
    wrong: found.inconsistent.length + surprises.length,
    gapSeconds: longestGap(done) / 1000,
    recoverySeconds: secondsToRecover(done, healedAt),
  }
}

function countFailures(attempts: Attempt[]) {
  const failures: Account['failures'] = {}
  for (const { outcome } of attempts.filter(isFailure)) failures[outcome] = (failures[outcome] ?? 0) + 1
  return failures
}

function longestGap(attempts: Attempt[]) {
  const times = attempts.flatMap(attempt => (isFailure(attempt) ? [] : attempt.endedAt))
  return times.reduce((longest, time, at) => Math.max(longest, time - (times[at - 1] ?? time)), 0)
}

function secondsToRecover(attempts: Attempt[], healedAt: number) {
  const last = attempts.findLast(isFailure)
  return last ? Math.max(0, last.endedAt - healedAt) / 1000 : 0
}
