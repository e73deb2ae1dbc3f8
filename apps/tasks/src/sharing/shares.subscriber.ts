import type { Subscriber } from '#events.ts'
import { rights } from '#projects/rights.contract.ts'
import { isAtLeast } from '#projects/rights.ts'
import { deleteSharesOfMember } from './share.queries.ts'

/** Ends the links of people who can no longer share boards: getting the role back does not bring old links back. */
export const shares: Subscriber = {
  name: 'shares',
  onEvent: async (tx, event) => {
    if (event.type === 'member.removed') await deleteSharesOfMember(tx, event.projectId, event.before.userId)
    if (event.type === 'member.role_changed' && !isAtLeast(event.after.role, rights['board.share']))
      await deleteSharesOfMember(tx, event.projectId, event.after.userId)
  },
}
