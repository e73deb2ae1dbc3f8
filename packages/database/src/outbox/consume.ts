import { type Kysely, sql, type Transaction } from 'kysely'
import { retriedTransaction } from '../retry-transaction.ts'
import { isUnseen, type Outbox } from './outbox.ts'

const PAGE = 200

/** What reads events later. Removing one from the code needs a migration that deletes its row of `event_consumers`. */
export interface Consumer<Database, Event extends StoredEvent> {
  name: string
  types: readonly string[]
  /**
   * Writes rows or jobs in the transaction in which the cursor moves, so that each event is handled exactly once. It never
   * calls another system: a job does that.
   */
  handle: (tx: Transaction<Database>, events: Event[]) => Promise<void>
}

export interface StoredEvent {
  id: number
  type: string
}

interface Cursor {
  seen: string
  until: string | null
  afterId: number
}

/**
 * Handles the next page of events, unless another instance is at it. Returns whether there may be more.
 *
 * A window is what is visible in one snapshot and not in the one before, read by id. A transaction is in exactly one window,
 * whenever it commits, and what it has seen is in an earlier one or has a lower id. Transaction ids would not give this
 * order: a transaction gets its own before it waits for the rows that it changes.
 */
export function consumePage<Database, Event extends StoredEvent>(
  db: Kysely<Database>,
  outbox: Outbox,
  consumer: Consumer<Database, Event>,
  page = PAGE,
): Promise<boolean> {
  return retriedTransaction(db, async tx => {
    const cursor = await lockCursor(tx, consumer.name)
    if (!cursor) return false
    const { until, events } = await readPage<Database, Event>(tx, outbox, consumer.types, cursor, page)
    const last = events.at(-1)
    if (!last) {
      await moveCursor(tx, consumer.name, { seen: until, until: null, afterId: 0 })
      return cursor.until !== null // events may have been committed since that window was opened
    }
    await consumer.handle(tx, events)
    // The window stays open: what `handle` has written may belong to it.
    await moveCursor(tx, consumer.name, { seen: cursor.seen, until, afterId: last.id })
    return true
  })
}

async function lockCursor<Database>(tx: Kysely<Database>, name: string) {
  const { rows } = await sql<Cursor>`select seen::text, until::text, after_id from event_consumers
    where name = ${name} for update skip locked`.execute(tx)
  return rows[0]
}

/** Opens a window if none is open: after the lock, so that it never ends before the previous one. */
async function readPage<Database, Event extends StoredEvent>(
  tx: Kysely<Database>,
  { table, fields, columns }: Outbox,
  types: readonly string[],
  { seen, until, afterId }: Cursor,
  page: number,
) {
  const { rows } = await sql<Event & { windowEnd: string }>`
    select last::text as window_end, event.*
    from (select coalesce(${until}::pg_snapshot, pg_current_snapshot()) as last) as step
    left join lateral (
      select ${fields} from ${sql.table(table)}
      where ${isUnseen(sql`${seen}::pg_snapshot`)}
        and xid < pg_snapshot_xmax(last) and pg_visible_in_snapshot(xid, last)
        and id > ${afterId} and ${sql.ref(columns?.type ?? 'type')} = any(${types}::text[])
      order by id limit ${sql.lit(page)}
    ) as event on true
    order by event.id`.execute(tx)
  const events = rows.filter(({ id }) => id !== null).map(({ windowEnd: _end, ...event }) => event)
  return { until: rows[0]?.windowEnd as string, events: events as unknown as Event[] }
}

async function moveCursor<Database>(tx: Kysely<Database>, name: string, { seen, until, afterId }: Cursor) {
  await sql`update event_consumers set seen = ${seen}::pg_snapshot, until = ${until}::pg_snapshot,
    after_id = ${afterId} where name = ${name}`.execute(tx)
}
