import type { OrderedList } from '@atrium/database/ordered-list'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'

/**
 * A neighbour that is gone is ignored; one in another list is an error. For a task, the list is its project: it may have
 * left the column in the meantime.
 */
export async function refuseForeignNeighbours(
  tx: Database,
  { table, of, id }: Omit<OrderedList, 'id'> & { id: number | RawBuilder<number> },
  named: Record<string, number | null | undefined>,
) {
  const ids = Object.values(named).filter(neighbour => neighbour != null)
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id in (${sql.join(ids)}) and ${sql.ref(of)} <> ${id}`.execute(tx)
  const foreign = Object.entries(named).filter(([, neighbour]) => rows.some(row => row.id === neighbour))
  if (foreign.length === 0) return
  const code = of === 'project_id' ? 'in_other_project' : 'on_other_board'
  throw new ValidationFailed(Object.fromEntries(foreign.map(([field]) => [field, code])))
}
