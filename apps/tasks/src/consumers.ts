import type { Consumer as ConsumerOf } from '@atrium/database/outbox/consume'
import type { StoredEvent } from '#projects/activity.queries.ts'
import type { DB } from './database.ts'

export type Consumer = ConsumerOf<DB, StoredEvent>

/** What reads events later, each in its chapter; see docs/adding-a-resource.md. */
export const consumers: Consumer[] = []
