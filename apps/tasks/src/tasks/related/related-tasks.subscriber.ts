import type { Subscriber } from '#events.ts'
import { announceRelated } from './announce-related.ts'

/** Announces tasks that show something about a changed one: the progress of sub-tasks, or whether they are blocked. */
export const relatedTasks: Subscriber = {
  name: 'related-tasks',
  beforeCommit: (tx, events, { emit }) => announceRelated(tx, events, emit),
}
