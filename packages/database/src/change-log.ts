import { type RawBuilder, sql } from 'kysely'

// Triggers record which transactions have changed what a reader caches, one row per transaction, so that no transaction waits
// for another. A reader compares the version of what it has with the current one.

const KEPT = sql.lit(8)
const settledBelow = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * Two snapshots with the same version show the same. `changes` is a table of changes with a condition. Below `xmin` every
 * transaction has ended; above, one with a lower id can still commit after others, so each is part of the version, with at
 * least one below or a zero for none. The number of the others does not depend on `xmin`, so that the version stays the
 * same when it moves on. After a backup was restored there can be changes from the future, which the bound `xmax` ignores.
 */
export function versionOfChanges(changes: RawBuilder<unknown>) {
  return sql<string>`(
    with recent as materialized (
      select xid from ${changes} and xid >= ${settledBelow} and xid < pg_snapshot_xmax(pg_current_snapshot())
    ), settled as (
      select xid from ${changes} and xid < ${settledBelow} order by xid desc limit ${KEPT}
    )
    select array(
      select xid from (select xid from recent union all select xid from settled union all select '0'::xid8) as change
      order by xid desc limit greatest(${KEPT}, (select count(*) + 1 from recent)))::text)`
}

/** Whether no version needs this change any more. */
export function isForgotten(table: string, isOfSame = sql`true`) {
  const xid = sql.ref(`${table}.xid`)
  return sql`${xid} < ${settledBelow} and (select count(*) from (select from ${sql.table(table)} as later
    where ${isOfSame} and later.xid > ${xid} and later.xid < ${settledBelow} limit ${KEPT}) as later) = ${KEPT}`
}
