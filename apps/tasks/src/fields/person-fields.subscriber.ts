import type { Subscriber } from '#events.ts'
import { clearMember } from './field-input.ts'

/** Removes a member who leaves the project from the person fields of its tasks. */
export const personFields: Subscriber = {
  name: 'person-fields',
  onEvent: async (tx, event, { emit }) => {
    if (event.type === 'member.removed') await clearMember(tx, emit, event)
  },
}
