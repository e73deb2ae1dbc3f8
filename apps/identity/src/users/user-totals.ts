import { versionOfChanges } from '@atrium/database/change-log'
import { sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { UserFilters } from './user.contract.ts'
import { selectMatchingUsers } from './user.queries.ts'

const MAX_TOTALS = 1000

export type UserTotals = ReturnType<typeof createUserTotals>

/** How many users match filters: counted once, until a user or a role of a user changes. Counting 100,000 takes long. */
export function createUserTotals() {
  const totals = new Map<string, Counted>()

  async function count(
    db: Database,
    { page: _page, limit: _limit, orderBy: _orderBy, ...filters }: UserFilters,
  ) {
    const key = JSON.stringify(Object.entries(filters).sort())
    const known = totals.get(key)
    if (known && known.version === (await currentVersion(db))) return known.total
    const counted = await countUsers(db, filters)
    totals.delete(key)
    totals.set(key, counted)
    const [oldest] = totals.keys()
    if (totals.size > MAX_TOTALS && oldest !== undefined) totals.delete(oldest)
    return counted.total
  }

  return { count }
}

interface Counted {
  version: string
  total: number
}

const version = versionOfChanges(sql`user_changes where true`)
const versions = sharedRead((db: Database) => db.selectNoFrom(version.as('version')))

async function currentVersion(db: Database) {
  const [current] = await versions(db)
  return current?.version
}

/** The version belongs to the same snapshot. */
function countUsers(
  db: Database,
  filters: Omit<UserFilters, 'page' | 'limit' | 'orderBy'>,
): Promise<Counted> {
  return selectMatchingUsers(db, filters)
    .select(({ fn }) => [fn.countAll<number>().as('total'), version.as('version')])
    .executeTakeFirstOrThrow()
}
