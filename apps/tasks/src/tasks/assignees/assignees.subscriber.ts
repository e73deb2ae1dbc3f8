import { isNoLongerWorking, type Subscriber } from '#events.ts'
import { unassignMember } from './unassign-member.ts'

/** Removes a member from their open tasks who leaves the project or becomes a viewer. */
export const assignees: Subscriber = {
  name: 'assignees',
  onEvent: async (tx, event, { emit }) => {
    if (isNoLongerWorking(event)) await unassignMember(tx, emit, event)
  },
}
