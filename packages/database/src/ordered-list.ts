import { type Kysely, sql } from 'kysely'

/** Between neighbours: enough for about 28 moves to the same place before the list is renumbered. */
export const GAP = 2 ** 28

/** The rows of a table that have one order: the tasks of a column, the columns of a board. */
export interface OrderedList {
  table: string
  /** The column with the id of the list. */
  of: string
  id: number
}

export interface Neighbours {
  /** The row that is being moved, which is not its own neighbour. */
  movedId?: number | undefined
  afterId?: number | undefined
  beforeId?: number | undefined
  /** Called after every position of the list has changed. */
  onRenumbered?: (() => Promise<void>) | undefined
  /** If they have been read already, after the list was locked. */
  bounds?: Bounds | undefined
}

/**
 * A free position after or before the neighbour; at the end if there is none, or it has been deleted. The caller keeps the
 * list locked until it has written the position, so that no two rows get the same.
 */
export async function positionBetween<DB>(
  tx: Kysely<DB>,
  list: OrderedList,
  { bounds, ...neighbours }: Neighbours = {},
): Promise<number> {
  const position = freePosition(bounds ?? (await findBounds(tx, list, neighbours)))
  if (position !== undefined) return position
  await renumber(tx, list)
  await neighbours.onRenumbered?.()
  return positionBetween(tx, list, neighbours)
}

/** Undefined if there is no room, until the list is renumbered. */
export function freePosition({ lower, upper }: Bounds) {
  if (lower === null) return upper === null ? 0 : upper - GAP
  if (upper === null) return lower + GAP
  const middle = lower + Math.floor((upper - lower) / 2)
  return middle > lower ? middle : undefined
}

export interface Bounds {
  lower: number | null
  upper: number | null
}

/** The positions that a row goes between. It can travel with the statement that locks the list. */
export async function findBounds<DB>(
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

/** A row that is being deleted concurrently stays without a position: the condition is checked again after its lock. */
async function renumber<DB>(tx: Kysely<DB>, { table, of, id }: OrderedList) {
  await sql`update ${sql.table(table)} as row set position = ranked.place from (
      select id, row_number() over (order by position) * ${sql.lit(GAP)} as place
      from ${sql.table(table)} where ${sql.ref(of)} = ${id} and position is not null
    ) as ranked where row.id = ranked.id and row.position is not null`.execute(tx)
}
