import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import { type Client, DatabaseError } from 'pg'
import { openClient } from './servers.ts'

const MIGRATION_LOCK = 0x6d696772

/**
 * Every request waits behind a migration that waits for a table. If it does not get the table soon, because a backup reads
 * it, for example, it lets them pass and tries again.
 */
const LOCK_TIMEOUT_MS = 1000
const RETRY_MS = 500
const PATIENCE_MS = 10 * 60_000

/**
 * Marks a migration that fills large tables while requests go on: each of its statements is repeated, in transactions of its own,
 * until it writes nothing. After a crash it starts over, so it must only look for what is still missing.
 */
const IN_BATCHES = /^-- In batches\b/

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Applies all pending migrations, or those in `only`. Instances that start at the same time wait for one another. */
export async function migrate(url: string, folder: URL, only?: string[]): Promise<string[]> {
  const path = fileURLToPath(folder)
  const known = await readMigrations(path)
  const migrations = only ? known.filter(({ name }) => only.includes(name)) : known
  const client = await openClient(url, { keepAlive: true }).catch(error => {
    throw new StartRefused(`The database does not answer: ${error.message || error.code}`)
  })
  try {
    await requireUtf8(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz(3) not null default now()
       )`,
    )
    await repair(client, path)
    const pending = await findPending(client, migrations, path)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end() // releases the lock too
  }
}

interface MigrationState {
  applied: string[]
  /** What `migrate` would run. */
  pending: string[]
  /** Applied by a newer version. */
  unknown: string[]
  /** Applied in a version other than the released one: `migrate` refuses the database. */
  edited: string[]
}

/** Only reads. */
export async function inspectMigrations(client: Client, folder: URL): Promise<MigrationState> {
  const path = fileURLToPath(folder)
  const known = await readMigrations(path)
  const { rows } = await client.query("select to_regclass('schema_migrations') is not null as exists")
  const applied = new Map(
    (rows[0].exists ? await listApplied(client) : []).map(({ name, checksum }) => [name, checksum]),
  )
  const repairs = await listRepairs(path)
  const isEdited = ({ name, checksum }: Migration) => {
    const before = applied.get(name)
    return before !== undefined && before !== checksum && !repairs.includes(repairOf(name, before))
  }
  return {
    applied: [...applied.keys()],
    pending: known.flatMap(({ name }) => (applied.has(name) ? [] : name)),
    unknown: [...applied.keys()].filter(name => !known.some(each => each.name === name)),
    edited: known.filter(isEdited).map(({ name }) => name),
  }
}

async function requireUtf8(client: Client) {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    "select current_database() as name, current_setting('server_encoding') as encoding",
  )
  const [{ name, encoding } = { name: '', encoding: '' }] = rows
  if (encoding === 'UTF8') return
  throw new StartRefused(
    `The database ${name} has the encoding ${encoding}, but names and texts need UTF8: create it with \`createdb -E UTF8 -T template0 ${name}\`.`,
  )
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => {
      const sql = await readFile(join(folder, file), 'utf8')
      return { name: basename(file, '.sql'), sql, checksum: sha256(sql, 'hex') }
    }),
  )
}

/**
 * Three migrations were edited after installations had run them. `repairs/NAME.CHECKSUM.sql` turns the result of such a
 * version into that of the current one, and corrects its record.
 */
async function repair(client: Client, folder: string) {
  const repairs = await listRepairs(folder)
  if (repairs.length === 0) return
  for (const { name, checksum } of await listApplied(client)) {
    const file = repairOf(name, checksum)
    if (!repairs.includes(file)) continue
    const sql = await readFile(join(folder, 'repairs', file), 'utf8')
    await runInTransaction(client, `Repair ${file}`, () => client.query(sql))
  }
}

async function listRepairs(folder: string): Promise<string[]> {
  return readdir(join(folder, 'repairs')).catch(() => [])
}

function repairOf(name: string, checksum: string) {
  return `${name}.${checksum.slice(0, 8)}.sql`
}

async function findPending(client: Client, migrations: Migration[], folder: string) {
  const applied = new Map((await listApplied(client)).map(row => [row.name, row.checksum]))
  for (const { name, checksum } of migrations) {
    const before = applied.get(name)
    if (before && before !== checksum) {
      throw new StartRefused(
        `The database was set up with a different version of migration ${name}; nothing was changed. Restore the released files (git checkout -- ${folder}) and start again; if they are unchanged, report it as a bug.`,
      )
    }
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function listApplied(client: Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  return rows
}

async function apply(client: Client, { name, sql, checksum }: Migration) {
  const what = `Migration ${name}`
  const isInBatches = IN_BATCHES.test(sql)
  if (isInBatches) {
    for (const statement of sql.split(/;$/m)) await repeat(client, what, statement)
  }
  return runInTransaction(client, what, async () => {
    if (!isInBatches) await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  })
}

async function repeat(client: Client, what: string, statement: string) {
  for (let isDone = false; !isDone; ) {
    await runInTransaction(client, what, async () => {
      const { rowCount } = await client.query(statement)
      isDone = !rowCount
    })
  }
}

async function runInTransaction(client: Client, what: string, work: () => Promise<unknown>) {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {}) // the connection may be gone, and the transaction with it
      if (isInTheWay(error) && Date.now() < deadline) continue
      throw new StartRefused(`${what} failed: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** Conflicts with running instances: a lock, or a deadlock. */
function isInTheWay(error: unknown) {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01')
}
