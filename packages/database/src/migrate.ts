import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@atrium/http/errors'
import { Client } from 'pg'

const MIGRATION_LOCK = 0x6d696772

interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Brings the database up to date, or just to where `only` says. Instances that start together wait for one another
 * here.
 */
export async function migrate(url: string, folder: URL, only?: string[]): Promise<string[]> {
  const known = await readMigrations(fileURLToPath(folder))
  const migrations = only ? known.filter(({ name }) => only.includes(name)) : known
  const client = new Client({ connectionString: url })
  await client.connect().catch(error => {
    throw new StartRefused(`The database does not answer: ${error.message || error.code}`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const pending = await findPending(client, migrations)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // gives the lock back too
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => {
      const sql = await readFile(join(folder, file), 'utf8')
      return { name: basename(file, '.sql'), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function findPending(client: Client, migrations: Migration[]) {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz(3) not null default now()
     )`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map(row => [row.name, row.checksum]))
  for (const { name, checksum } of migrations) {
    const before = applied.get(name)
    if (before && before !== checksum) {
      throw new StartRefused(`Migration ${name} was edited after it had run; put it back and add a new one`)
    }
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function apply(client: Client, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartRefused(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
