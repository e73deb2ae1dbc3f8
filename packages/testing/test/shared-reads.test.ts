import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { connect } from '@atrium/database/connect'
import { sharedStatements } from '@atrium/database/prepared'
import { type Kysely, sql } from 'kysely'
import { parseStatement } from '../src/parse-tree.ts'
import { createEmptyDatabase, createTestDatabase, services } from '../src/test-database.ts'

const open = (url: string) => connect<unknown>(url, { size: 1, onError: () => {} })

for (const service of services) {
  test(`shared reads of ${service} neither lock nor write, and call no volatile function`, async () => {
    const db = open(await createTestDatabase(service))
    const statements = await loadSharedStatements(service)
    assert.ok(statements.length > 0)
    for (const textIn of statements) {
      const text = textIn(db)
      assert.deepEqual(await faultsOf(db, text), [], text)
    }
    await db.destroy()
  })
}

test('a statement that locks, writes or calls a volatile function is found', async () => {
  const db = open(await createEmptyDatabase())
  await sql`create table plants (id bigint primary key, height integer)`.execute(db)
  await sql`create sequence seeds`.execute(db)
  await sql`create view tall_plants as select * from plants where height > random()`.execute(db)
  const faults: Record<string, string[]> = {
    'select id from plants where id = $1 and now() > $2::timestamptz': [],
    'select id from plants for update': ['locks'],
    'select id from (select id from plants for key share skip locked) as locked': ['locks'],
    'select (select max(id) from plants where pg_advisory_xact_lock(id) is not null)': [
      'calls pg_advisory_xact_lock',
    ],
    'with added as (insert into plants values ($1, $2) returning id) select id from added': ['writes'],
    'update plants set height = 1 returning id': ['writes'],
    "select nextval('seeds') as id from plants": ['calls nextval'],
    'select clock_timestamp()': ['calls clock_timestamp'],
    'select id from tall_plants': ['calls random'],
  }
  for (const [text, expected] of Object.entries(faults)) {
    assert.deepEqual(await faultsOf(db, text), expected, text)
  }
  await db.destroy()
})

/** Loads modules once more: other test files of this process may have loaded them, and so do modules that import them. */
async function loadSharedStatements(service: string) {
  const uses = (file: string) => readFileSync(file, 'utf8').match(/\bsharedRead\(/g)?.length ?? 0
  const files = globSync(`apps/${service}/src/**/*.ts`).filter(file => uses(file) > 0)
  for (const file of files) await import(resolve(file))
  const before = sharedStatements.length
  for (const file of files) await import(`${pathToFileURL(file)}?again`)
  const loaded = sharedStatements.slice(before)
  const declared = files.reduce((sum, file) => sum + uses(file), 0)
  assert.equal(loaded.length, declared, 'a shared read is declared once, when its module is loaded')
  return loaded
}

/** Looks at the statement as PostgreSQL has parsed it, and at the views that it reads. */
async function faultsOf(db: Kysely<unknown>, text: string) {
  const { rows: trees } = await sql<{ tree: string; volatile: string[] }>`
    with recursive trees as (
      select ${await parseStatement(db, text)}::text collate "C" as tree
      union all
      select ev_action::text collate "C"
      from trees cross join regexp_matches(tree, ':relid ([0-9]+) (?::inh true )?:relkind v', 'g') as view
        join pg_rewrite on ev_class = view[1]::oid and rulename = '_RETURN'
    )
    select tree, array(
      select distinct 'calls ' || proname from pg_proc
      where provolatile = 'v' and oid in (
        select match[1]::oid from regexp_matches(tree, ':(?:funcid|opfuncid|aggfnoid|winfnoid) ([0-9]+)', 'g') as match)
      ) as volatile
    from trees`.execute(db)
  const isAnywhere = (pattern: RegExp) => trees.some(({ tree }) => pattern.test(tree))
  return [
    ...(isAnywhere(/:hasForUpdate true/) ? ['locks'] : []),
    ...(isAnywhere(/:commandType [^1]/) ? ['writes'] : []),
    ...trees.flatMap(({ volatile }) => volatile),
  ]
}
