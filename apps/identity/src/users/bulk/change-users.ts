import { DomainError } from '@atrium/core/errors'
import { joinOneTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import { lockMembers } from '#groups/group-member.queries.ts'

/** Changes one user in a transaction of its own, and returns false if nothing was to change. */
type ChangeUser = (userId: number) => Promise<boolean>

export interface UserOutcome {
  changedIds: number[]
  unchangedIds: number[]
  refused: { userId: number; error: DomainError }[]
}

/**
 * Changes users one after the other, all in one transaction with a savepoint each: what is refused for one user leaves the others alone.
 * Everyone is locked first, in the order of the ids, so that neither two of these nor the change of a single owner can deadlock.
 */
export function changeUsers(deps: Deps, userIds: number[], change: ChangeUser): Promise<UserOutcome> {
  const ids = userIds.toSorted((a, b) => a - b)
  return joinOneTransaction(deps.db, async () => {
    const existing = new Set(await inTransaction(deps, tx => lockMembers(tx, ids)))
    const outcome: UserOutcome = { changedIds: [], unchangedIds: [], refused: [] }
    for (const userId of ids) {
      try {
        if (!existing.has(userId)) throw new NotFound('user_not_found')
        const isChanged = await change(userId)
        outcome[isChanged ? 'changedIds' : 'unchangedIds'].push(userId)
      } catch (error) {
        if (!isRefusal(error)) throw error
        outcome.refused.push({ userId, error })
      }
    }
    return outcome
  })
}

/** An error of the service, such as a lost database, ends all of it. */
function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.statusCode < 500
}
