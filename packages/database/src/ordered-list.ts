import { type Kysely, sql } from 'kysely'

/** Between neighbours: some twenty-eight drops into the same spot before its list is numbered anew. */
export const GAP = 2 ** 28

/** The rows of a table that stand in one order: the tasks of a column, the columns of a board. */
export interface OrderedList {
  table: string
  /** Which column says to what list a row belongs, and the list's id there. */
  of: string
  id: number
}

export interface Neighbours {
  /** The row that is being moved: it is no neighbour of itself. */
  movedId?: number | undefined
  afterId?: number | undefined
  beforeId?: number | undefined
  /** Told when every position of the list has become another one. */
  onRenumbered?: (() => Promise<void>) | undefined
}

/**
 * A free position after or before the named neighbour; if both have gone, or none is named, at the end. Whoever asks
 * holds the lock of the list until it has written the position: no two rows get the same.
 */
export async function positionBetween<DB>(
  tx: Kysely<DB>,
  list: OrderedList,
  neighbours: Neighbours = {},
): Promise<number> {
  const { lower, upper } = await boundsOf(tx, list, neighbours)
  if (lower === null) return upper === null ? 0 : upper - GAP
  if (upper === null) return lower + GAP
  const middle = lower + Math.floor((upper - lower) / 2)
  if (middle > lower) return middle
  await spreadOut(tx, list)
  await neighbours.onRenumbered?.()
  return positionBetween(tx, list, neighbours)
}

interface Bounds {
  lower: number | null
  upper: number | null
}

async function boundsOf<DB>(
  tx: Kysely<DB>,
  list: OrderedList,
  { movedId = 0, afterId = 0, beforeId = 0 }: Neighbours,
) {
  const table = sql.table(list.table)
  const others = sql`${sql.ref(list.of)} = ${list.id} and id <> ${movedId}`
  const { rows } = await sql<Bounds>`
    with named as (select
      (select position from ${table} where id = ${afterId} and ${others}) as after,
      (select position from ${table} where id = ${beforeId} and ${others}) as before)
    select
      case when after is not null then after
        when before is not null then (select max(position) from ${table} where ${others} and position < before)
        else (select max(position) from ${table} where ${others}) end as lower,
      case when after is not null then (select min(position) from ${table} where ${others} and position > after)
        else before end as upper
    from named`.execute(tx)
  return rows[0] as Bounds
}

/** A row that is being deleted at this moment is looked at once more when it is free, and left without a position. */
async function spreadOut<DB>(tx: Kysely<DB>, { table, of, id }: OrderedList) {
  await sql`update ${sql.table(table)} as row set position = ranked.place from (
      select id, row_number() over (order by position) * ${sql.lit(GAP)} as place
      from ${sql.table(table)} where ${sql.ref(of)} = ${id} and position is not null
    ) as ranked where row.id = ranked.id and row.position is not null`.execute(tx)
}
