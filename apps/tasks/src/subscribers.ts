import type { Bus, TransactionalBus } from '@atrium/events/bus'
import { sharedEvents } from '#administration/shared-events.subscriber.ts'
import { firstBoards } from '#boards/first-boards.subscriber.ts'
import { calendarFeeds } from '#calendar/calendar-feeds.subscriber.ts'
import { personFields } from '#fields/person-fields.subscriber.ts'
import { type FeedOptions, feed } from '#live/feed.subscriber.ts'
import { memberStreams } from '#live/member-streams.subscriber.ts'
import { pushSubscriptions } from '#notifications/push/push-subscriptions.subscriber.ts'
import { plans } from '#planning/plans.subscriber.ts'
import { teamMembers } from '#projects/teams/team-members.subscriber.ts'
import { shares } from '#sharing/shares.subscriber.ts'
import { assignees } from '#tasks/assignees/assignees.subscriber.ts'
import { relatedTasks } from '#tasks/related/related-tasks.subscriber.ts'
import { timers } from '#time-tracking/timers.subscriber.ts'
import type { Subscriber } from './events.ts'

interface Channels extends FeedOptions {
  bus: Bus
  rightsBus: TransactionalBus
}

/** What follows the events of a transaction, in the order in which locks are taken: timers come before tasks. */
export function subscribers({ bus, rightsBus, ...feedOptions }: Channels): Subscriber[] {
  return [
    firstBoards,
    teamMembers,
    sharedEvents(rightsBus),
    timers(feedOptions.now),
    assignees,
    personFields,
    relatedTasks,
    plans,
    calendarFeeds,
    shares,
    pushSubscriptions,
    feed(feedOptions),
    memberStreams(bus),
  ]
}
