import { type Kysely, sql } from 'kysely'
import type { Outbox } from './outbox.ts'

/**
 * After a backup was restored into a server that has run fewer transactions, events and cursors name transactions of its
 * future, and no event would ever become visible. Events that no consumer waits for get the transaction 0. The others get
 * one number for each set of consumers that wait for them, below all real transactions, and the cursors of these consumers
 * count that number as a transaction that goes on. To be called before the service writes events. Returns whether it was needed.
 */
export async function repairOutbox<DB>(
  db: Kysely<DB>,
  { table, columns }: Omit<Outbox, 'fields'>,
): Promise<boolean> {
  if (!(await isFromFuture(db, table))) return false
  return db.transaction().execute(async tx => {
    await sql`lock table event_consumers in exclusive mode`.execute(tx)
    if (!(await isFromFuture(tx, table))) return false
    await sql`create temporary table waiting on commit drop as
      select id, names, dense_rank() over (order by names) + ${sql.lit(LAST_SPECIAL_XID)} as number
      from (
        select event.id, array_agg(name order by name) as names
        from ${sql.table(table)} as event join event_consumers on not pg_visible_in_snapshot(xid, seen)
          and (until is null or event.id > after_id or not pg_visible_in_snapshot(xid, until))
        group by event.id
      ) as unseen`.execute(tx)
    await sql`update ${sql.table(table)} as event
      set xid = coalesce((select number::text from waiting where waiting.id = event.id), '0')::xid8${columns ? sql`` : sql`, settled_below = null`}
      where xid is not null`.execute(tx)
    await sql`update event_consumers set until = null, after_id = 0, seen = (
        select format('%s:%s:%s', coalesce(min(number), pg_snapshot_xmax(now)::text::bigint), pg_snapshot_xmax(now),
          string_agg(number::text, ',' order by number))
        from (
          select number from waiting where event_consumers.name = any(names)
          union select xid::text::bigint from pg_snapshot_xip(now) as xid
        ) as ongoing
      )::pg_snapshot
      from (select pg_current_snapshot() as now) as current`.execute(tx)
    return true
  })
}

/** Transactions 1 and 2 stand for rows that are visible to everyone. */
const LAST_SPECIAL_XID = 2

async function isFromFuture<DB>(db: Kysely<DB>, table: string) {
  const { rows } = await sql<{ isFuture: boolean }>`
    with now as materialized (select pg_snapshot_xmax(pg_current_snapshot()) as xmax)
    select exists (select from event_consumers
        where pg_snapshot_xmax(seen) > now.xmax or pg_snapshot_xmax(until) > now.xmax)
      or coalesce((select xid from ${sql.table(table)} where xid is not null order by xid desc limit 1)
        >= now.xmax, false) as is_future
    from now`.execute(db)
  return rows[0]?.isFuture === true
}
