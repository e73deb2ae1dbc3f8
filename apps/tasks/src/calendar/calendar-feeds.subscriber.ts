import type { Subscriber } from '#events.ts'
import { deleteFeedsOfMember } from './calendar-feed.queries.ts'

/** Ends the feeds of a project with the membership: coming back does not bring an old address back. */
export const calendarFeeds: Subscriber = {
  name: 'calendar-feeds',
  onEvent: async (tx, event) => {
    if (event.type === 'member.removed') await deleteFeedsOfMember(tx, event.projectId, event.before.userId)
  },
}
