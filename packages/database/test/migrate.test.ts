import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { StartRefused } from '@atrium/core/errors'
import { formatEffects, measureEffects } from '@atrium/testing/migration-effects'
import { createEmptyDatabase, migrationsOf, services } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import pg from 'pg'
import { inspectMigrations, migrate } from '../src/migrate.ts'
import { effectsFile } from '../src/migration-effects.ts'
import { connectTo } from './connect-to.ts'

const first = { '001-things.sql': 'create table things (id int)' }
const both = { ...first, '002-more.sql': 'insert into things values (1); insert into things values (2)' }

test('migrations run once each, in the order of their names', async () => {
  const url = await createEmptyDatabase()
  assert.deepEqual(await migrate(url, createFolderWith(first)), ['001-things'])
  assert.deepEqual(await migrate(url, createFolderWith(both)), ['002-more'])
  assert.deepEqual(await migrate(url, createFolderWith(both)), [])
  assert.equal(await countRows(url), 2)
})

test('other files are ignored', async () => {
  const folder = createFolderWith({
    ...first,
    'README.md': 'drop everything',
    '002-more.sql.bak': 'nonsense',
  })
  assert.deepEqual(await migrate(await createEmptyDatabase(), folder), ['001-things'])
})

test('instances that start concurrently run each migration once', async () => {
  const url = await createEmptyDatabase()
  const folder = createFolderWith(both)
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(url, folder)))
  assert.deepEqual(runs.flat().sort(), ['001-things', '002-more'])
  assert.equal(await countRows(url), 2)
})

test('an edited migration that has already run is refused, and no later one runs', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, createFolderWith(first))
  const edited = createFolderWith({ ...both, '001-things.sql': 'create table things (id int8)' })
  await assert.rejects(
    migrate(url, edited),
    refusedWith(
      /different version of migration 001-things; nothing was changed\. Restore the released files/,
    ),
  )
  assert.equal(await countRows(url), 0)
})

test('a failing migration is named and rolled back', async () => {
  const url = await createEmptyDatabase()
  const broken = 'insert into things values (1); create table half (id int); select nonsense'
  const folder = createFolderWith({
    ...first,
    '002-broken.sql': broken,
    '003-after.sql': 'create table after (id int)',
  })
  await assert.rejects(migrate(url, folder), refusedWith(/^Migration 002-broken failed: .*nonsense/))
  assert.equal(await countRows(url), 0)
  assert.deepEqual(await listTables(url), ['schema_migrations', 'things'])

  const corrected = createFolderWith({ ...first, '002-broken.sql': 'insert into things values (1)' })
  assert.deepEqual(await migrate(url, corrected), ['002-broken'])
})

test('a migration that dies midway leaves nothing behind and does not hinder the next one', async () => {
  const url = await createEmptyDatabase()
  const dying =
    'insert into things values (1); create table half (id int); select pg_terminate_backend(pg_backend_pid())'
  await assert.rejects(
    migrate(url, createFolderWith({ ...first, '002-dying.sql': dying })),
    refusedWith(/^Migration 002-dying failed: /),
  )
  assert.equal(await countRows(url), 0)
  assert.deepEqual(await migrate(url, createFolderWith(both)), ['002-more'])
})

test('a migration in batches repeats each statement, in transactions of its own, until it writes nothing', async () => {
  const url = await createEmptyDatabase()
  const tables = {
    '001-things.sql': 'create table things (id int, size int, xid xid8 default pg_current_xact_id())',
  }
  await migrate(url, createFolderWith(tables))
  await withClient(url, client => client.query('insert into things (id) select generate_series(1, 5)'))
  const batches = `-- In batches
    update things set size = 7, xid = pg_current_xact_id() where id in (select id from things where size is null limit 2);
    delete from things where ctid = (select ctid from things where size = 7 limit 1);
  `
  const folder = createFolderWith({ ...tables, '002-fill.sql': batches.replace('delete', 'nonsense') })
  await assert.rejects(migrate(url, folder), refusedWith(/^Migration 002-fill failed: .*nonsense/))
  const { rows } = await withClient(url, client =>
    client.query(
      'select count(*)::int as things, sum(size)::int as sum, count(distinct xid)::int as batches from things',
    ),
  )
  assert.deepEqual(rows, [{ things: 5, sum: 35, batches: 3 }])

  const corrected = createFolderWith({ ...tables, '002-fill.sql': batches })
  assert.deepEqual(await migrate(url, corrected), ['002-fill'])
  assert.equal(await countRows(url), 0)
})

test('a migration that has to wait for a table lets requests pass', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, createFolderWith(first))
  const wider = createFolderWith({ ...first, '002-wider.sql': 'alter table things add column name text' })
  let migrating: Promise<string[]> | undefined
  await connectTo(url)
    .transaction()
    .execute(async tx => {
      await sql`select from things`.execute(tx) // as a backup does
      migrating = migrate(url, wider)
      await waitUntil(() => isSomethingWaiting(url))
      assert.equal(await countRows(url), 0)
    })
  assert.deepEqual(await migrating, ['002-wider'])
})

test('what has run and what would run can be told without running it', async () => {
  const url = await createEmptyDatabase()
  const inspect = (folder: URL) => withClient(url, client => inspectMigrations(client, folder))
  const nothing = { applied: [], pending: [], unknown: [], edited: [] }
  assert.deepEqual(await inspect(createFolderWith(both)), { ...nothing, pending: ['001-things', '002-more'] })
  assert.deepEqual(await listTables(url), [])
  await migrate(url, createFolderWith(both))
  const applied = ['001-things', '002-more']
  assert.deepEqual(await inspect(createFolderWith(first)), { ...nothing, applied, unknown: ['002-more'] })
  const edited = createFolderWith({ ...both, '002-more.sql': '' })
  assert.deepEqual(await inspect(edited), { ...nothing, applied, edited: ['002-more'] })
})

test('a database that is not UTF-8 is refused with advice', async () => {
  const server = String(process.env.ATRIUM_TEST_DATABASE_URL)
  await sql`create database ascii_only template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`.execute(
    connectTo(server),
  )
  const url = server.replace('/postgres?', '/ascii_only?')
  const message =
    /^The database ascii_only has the encoding SQL_ASCII, .* `createdb -E UTF8 -T template0 ascii_only`/
  await assert.rejects(migrate(url, createFolderWith(first)), refusedWith(message))
  assert.deepEqual(await listTables(url), [])
})

test('an unreachable database is reported with a clear message', async () => {
  const unreachable = 'postgres://user@127.0.0.1:1/none'
  await assert.rejects(
    migrate(unreachable, createFolderWith(first)),
    refusedWith(/^The database does not answer: .*ECONNREFUSED/),
  )
})

for (const service of services) {
  test(`no released migration of ${service} has changed`, () => {
    const folder = migrationsOf(service)
    const files = readdirSync(folder).filter(file => file.endsWith('.sql'))
    const current = files.map(file => {
      const checksum = createHash('sha256').update(readFileSync(new URL(file, folder)))
      return `${checksum.digest('hex')}  ${file}`
    })
    const released = readFileSync(new URL('checksums.txt', folder), 'utf8').trim().split('\n')
    const hint = 'never edit a migration: add a new one, whose checksum `npm run types:database` appends'
    assert.deepEqual(current.sort(byName), released.sort(byName), hint)
  })
}

for (const service of services) {
  test(`what each migration of ${service} does to existing tables is recorded`, async () => {
    const recorded = readFileSync(effectsFile(migrationsOf(service)), 'utf8')
    const measured = formatEffects(await measureEffects(service, await createEmptyDatabase()))
    assert.equal(recorded, measured, 'run `npm run types:database`')
  })
}

function byName(one: string, other: string) {
  return one.slice(66) < other.slice(66) ? -1 : 1
}

function createFolderWith(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-migrations-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return pathToFileURL(`${folder}/`)
}

function refusedWith(message: RegExp) {
  return (error: Error) => {
    assert.ok(error instanceof StartRefused)
    assert.match(error.message, message)
    return true
  }
}

async function countRows(url: string) {
  const { rows } = await sql<{ count: number }>`select count(*) from things`.execute(connectTo(url))
  return rows[0]?.count
}

async function listTables(url: string) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(connectTo(url))
  return rows.map(({ name }) => name)
}

async function isSomethingWaiting(url: string) {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from pg_locks join pg_database on oid = database
      where datname = current_database() and not granted)`.execute(connectTo(url))
  return rows[0]?.exists === true
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
