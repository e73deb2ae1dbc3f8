import type { Measure } from '@atrium/core/measure'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** A table that events are appended to in the transaction that they are about, with its columns `id`, `xid` and `type`. */
export interface Outbox {
  table: string
  /** What its columns are called if not `type` and `created_at`. Only a table with these names has `settled_below`. */
  columns?: { type: string; createdAt: string }
  /** The columns that consumers read. */
  fields: RawBuilder<unknown>
}

/** Whether an event is not visible in a snapshot; the first condition is for the index. */
export function isUnseen(seen: RawBuilder<unknown>) {
  return sql<boolean>`(xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen}))`
}

/** Whether there are events that the consumer has not seen, of any type. A read, for consumers that look often. */
export async function hasUnseen<DB>(db: Kysely<DB>, { table }: Pick<Outbox, 'table'>, name: string) {
  const { rows } = await sql`select from event_consumers
    where name = ${name} and (until is not null
      or exists (select from ${sql.table(table)} where ${isUnseen(sql.ref('seen'))}))`.execute(db)
  return rows.length > 0
}

/** For the clean-up: whether every consumer has seen the event. Those without a transaction are older than all consumers. */
export function isSeenByAll({ table }: Pick<Outbox, 'table'>) {
  return sql<boolean>`not exists (select from event_consumers
    where not pg_visible_in_snapshot(${sql.ref(`${table}.xid`)}, seen))`
}

/** A new consumer gets the events from now on. */
export async function registerConsumers<DB>(db: Kysely<DB>, names: string[]) {
  await sql`insert into event_consumers (name) select unnest(${names}::text[]) on conflict do nothing`.execute(
    db,
  )
}

export interface ConsumerLag {
  name: string
  /** For how long the oldest event has been waiting for the consumer; 0 if none is. */
  seconds: number
}

/** Selects a `ConsumerLag` for each consumer; text, because `atrium doctor` has its own connection. */
export function consumerLagsQuery(table: string, createdAt = 'created_at') {
  return `select name, coalesce(extract(epoch from clock_timestamp() - (
      select min(${createdAt}) from ${table}
      where xid >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(xid, seen)
        and (until is null or id > after_id or not pg_visible_in_snapshot(xid, until)))), 0)::float8 as seconds
    from event_consumers order by name`
}

export async function consumerLags<DB>(db: Kysely<DB>, { table, columns }: Omit<Outbox, 'fields'>) {
  const { rows } = await sql.raw<ConsumerLag>(consumerLagsQuery(table, columns?.createdAt)).execute(db)
  return rows
}

export function consumerMeasure<DB>(db: Kysely<DB>, outbox: Outbox): Measure {
  return {
    name: 'atrium_event_consumer_lag_seconds',
    help: 'For how long the oldest event has been waiting for a consumer',
    label: 'consumer',
    isShared: true,
    read: async () => {
      const lags = await consumerLags(db, outbox)
      return Object.fromEntries(lags.map(({ name, seconds }) => [name, seconds]))
    },
  }
}
