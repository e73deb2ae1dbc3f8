import { createVersionedCache } from '@atrium/cache/versioned-cache'
import { versionOfChanges } from '@atrium/database/change-log'
import { sharedRead } from '@atrium/database/prepared'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { UserFilters } from './user.contract.ts'
import { selectMatchingUsers } from './user.queries.ts'

const MAX_TOTALS = 1000

export type UserTotals = ReturnType<typeof createUserTotals>

/** Counts the users that match filters once, until a user or a role of a user changes. Counting 100,000 takes long. */
export function createUserTotals() {
  const totals = createVersionedCache<Counted>({ maxSize: MAX_TOTALS })

  async function count(
    db: Database,
    { page: _page, limit: _limit, orderBy: _orderBy, ...filters }: UserFilters,
  ) {
    // The version does not change with second factors.
    if (filters.hasTwoFactor !== undefined) return (await countUsers(db, filters)).total
    const key = JSON.stringify(Object.entries(filters).sort())
    const { total } = await totals.get(key, await getVersion(db), () => countUsers(db, filters))
    return total
  }

  return { count }
}

interface Counted {
  version: string
  total: number
}

const version = versionOfChanges(sql`user_changes where true`)
const versions = sharedRead((db: Database) => db.selectNoFrom(version.as('version')))

async function getVersion(db: Database) {
  const [current] = await versions(db)
  return current?.version ?? ''
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
