import type { TransactionalBus } from '@atrium/events/bus'
import { securityEmails } from '#mail/security-emails.subscriber.ts'
import { announcements } from '#oauth/announcements/announcements.subscriber.ts'
import { changedSettings } from '#oauth/changed-settings.subscriber.ts'
import { applicationSessions } from '#oauth/logout/application-sessions.subscriber.ts'
import type { Database } from './database.ts'
import type { Subscriber } from './events.ts'
import type { Settings } from './settings.ts'

interface Options {
  db: Database
  bus: TransactionalBus
  settings: Settings
  now: () => Date
}

/** What follows the events of a transaction, in the order in which locks are taken. */
export function subscribers({ db, bus, settings, now }: Options): Subscriber[] {
  return [
    applicationSessions({ bus, settings, now }),
    announcements({ db, bus }),
    changedSettings(bus),
    securityEmails,
  ]
}
