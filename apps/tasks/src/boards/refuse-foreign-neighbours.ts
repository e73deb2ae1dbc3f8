import { ValidationFailed } from '@atrium/core/errors'
import type { OrderedList } from '@atrium/database/ordered-list'
import { sql } from 'kysely'
import type { Database } from '#deps.ts'

/**
 * A neighbour that has gone is passed over; one that stands in another list never was one. A task counts by its project: it
 * may have left the column meanwhile.
 */
export async function refuseForeignNeighbours(
  tx: Database,
  { table, of, id }: OrderedList,
  named: Record<string, number | null | undefined>,
) {
  const ids = Object.values(named).filter(neighbour => neighbour != null)
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id in (${sql.join(ids)}) and ${sql.ref(of)} <> ${id}`.execute(tx)
  const foreign = Object.entries(named).filter(([, neighbour]) => rows.some(row => row.id === neighbour))
  if (foreign.length === 0) return
  const message = of === 'project_id' ? 'belongs to another project' : 'belongs to another board'
  throw new ValidationFailed(Object.fromEntries(foreign.map(([field]) => [field, [message]])))
}
