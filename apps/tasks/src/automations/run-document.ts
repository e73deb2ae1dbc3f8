import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { EventDocument } from '#outbox/event-document.contract.ts'
import { documentsOf, triggeredDocument } from '#outbox/event-document.ts'
import { outbox, type StoredEvent } from '#projects/activity.queries.ts'
import type { WaitingRun } from './run.queries.ts'

/** What a webhook gets: the event that started the run, or that the clock or a button has started it. */
export async function documentOf(
  tx: Database,
  { settings }: Pick<Deps, 'settings'>,
  run: WaitingRun,
): Promise<EventDocument> {
  const { rows } = await sql<StoredEvent>`
    select ${outbox.fields} from activity where id = ${run.eventId} and project_id = ${run.projectId}`.execute(
    tx,
  )
  const [document] = await documentsOf(tx, settings, rows)
  return document ?? triggeredDocument(tx, settings, run)
}
