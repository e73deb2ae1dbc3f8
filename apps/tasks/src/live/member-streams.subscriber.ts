import type { Bus } from '@atrium/events/bus'
import type { Subscriber } from '#events.ts'
import { endMemberStreams } from './change-notice.ts'

/** Ends the streams of a member who was removed from a project, on every instance. */
export function memberStreams(bus: Bus): Subscriber {
  return {
    name: 'member-streams',
    afterCommit: async events => {
      for (const event of events) {
        if (event.type !== 'member.removed') continue
        await endMemberStreams(bus, { userId: event.before.userId, projectId: event.projectId })
      }
    },
  }
}
