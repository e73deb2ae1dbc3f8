import type { Subscriber } from '#events.ts'
import { deleteOutsidePlans, deletePlansOfMember } from './plan.queries.ts'

/** Removes tasks from the plans of users who no longer have access to them. */
export const plans: Subscriber = {
  name: 'plans',
  onEvent: async (tx, event, { emit }) => {
    if (event.type === 'member.removed') {
      const { userId } = event.before
      if (await deletePlansOfMember(tx, event.projectId, userId)) await emit({ type: 'PlanChanged', userId })
    }
    if (event.type === 'task.moved_in' && event.taskId) {
      for (const userId of await deleteOutsidePlans(tx, event.projectId, event.taskId)) {
        await emit({ type: 'PlanChanged', userId })
      }
    }
  },
}
