import type { Subscriptions } from '@atrium/database/transaction'
import { insertBoard } from '#boards/insert-board.ts'
import { insertActivity } from '#projects/activity.queries.ts'
import { createPersonalProject } from '#projects/create-personal-project.ts'
import type { DB } from './database.ts'
import type { Event } from './events.ts'

/** What each event makes happen, in its own transaction and after the commit. */
export const subscriptions: Subscriptions<DB, Event> = {
  inTransaction: async (tx, event) => {
    if (event.name === 'UserFirstLoginEvent') {
      const projectId = await createPersonalProject(tx, event.userId)
      await insertBoard(tx, projectId, { name: 'Board' })
      return
    }
    await insertActivity(tx, event)
  },
  afterCommit: () => {},
}
