import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Effect, Effects } from '@atrium/database/migration-effects'
import pg from 'pg'
import { migrationsOf, type Service } from './test-database.ts'

/** Runs all migrations of a service in an empty database and observes what each does to the tables before it. */
export async function measureEffects(
  service: Service,
  emptyDatabase: string,
): Promise<Record<string, Effects>> {
  const folder = migrationsOf(service)
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const client = new pg.Client({ connectionString: emptyDatabase })
  await client.connect()
  try {
    const effects: Record<string, Effects> = {}
    for (const file of files) {
      const sql = await readFile(new URL(file, folder), 'utf8')
      effects[basename(file, '.sql')] = await observe(client, () => client.query(sql))
    }
    return effects
  } finally {
    await client.end()
  }
}

/** One line for each migration. */
export function formatEffects(effects: Record<string, Effects>) {
  const lines = Object.entries(effects).map(
    ([name, tables]) => `  ${JSON.stringify(name)}: ${JSON.stringify(tables)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

async function observe(client: pg.Client, migrate: () => Promise<unknown>): Promise<Effects> {
  await client.query('begin')
  const before = new Map((await listTables(client)).map(table => [table.oid, table]))
  await migrate()
  const after = (await listTables(client)).filter(({ oid }) => before.has(oid))
  await client.query('commit')
  const entries = after.map(({ name, locks, ...table }): [string, Effect[]] => {
    const earlier = before.get(table.oid) as Table
    const isRewritten = table.file !== earlier.file
    const isIndexed = table.indexes.some(index => !earlier.indexes.includes(index))
    const isLocked = locks.includes('AccessExclusiveLock')
    const isWriteLocked = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock'].some(lock =>
      locks.includes(lock),
    )
    const work: [Effect, boolean][] = [
      ['rewritten', isRewritten],
      ['indexed', isIndexed && !isRewritten],
      ['written', locks.includes('RowExclusiveLock')],
      ['read', table.scans > earlier.scans],
    ]
    const lock: Effect[] = isLocked ? ['locked'] : isWriteLocked ? ['write-locked'] : []
    const [done] = work.flatMap(([effect, isSo]) => (isSo ? effect : []))
    return [name, [...lock, ...(done ? [done] : [])]]
  })
  return Object.fromEntries(entries.filter(([, effects]) => effects.length > 0))
}

interface Table {
  oid: number
  name: string
  file: number
  indexes: number[]
  /** That this transaction holds. */
  locks: string[]
  /** PostgreSQL may not have reset it since an earlier transaction. */
  scans: number
}

async function listTables(client: pg.Client) {
  const { rows } = await client.query<Table>(`
    select oid, relname as name, relfilenode as file,
      array(select indexrelid from pg_index where indrelid = pg_class.oid)::int[] as indexes,
      array(select mode from pg_locks where relation = pg_class.oid and pid = pg_backend_pid() and granted) as locks,
      pg_stat_get_xact_numscans(oid)::int as scans
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  return rows
}
