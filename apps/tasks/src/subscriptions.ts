import type { Subscriptions } from '@atrium/database/transaction'
import { createPersonalProject } from '#projects/create-personal-project.ts'
import type { DB } from './database.ts'
import type { Event } from './events.ts'

/** What each event makes happen, in its own transaction and after the commit. */
export const subscriptions: Subscriptions<DB, Event> = {
  inTransaction: async (tx, event) => {
    switch (event.name) {
      case 'UserFirstLoginEvent':
        return createPersonalProject(tx, event.userId)
    }
  },
  afterCommit: () => {},
}
