import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connect } from '@atrium/database/connect'
import { createTestDatabase } from '@atrium/testing/test-database'
import { sql } from 'kysely'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const db = connect<object>(await createTestDatabase('tasks'), {
  size: 1,
  onError: error => assert.fail(error),
})
after(() => db.destroy())

async function columnsOf(relation: string) {
  const { rows } = await sql<{ column: string }>`
    select attname || ' ' || format_type(atttypid, null) as column from pg_attribute
    where attrelid = ${`graphile_worker.${relation}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db)
  return rows.map(({ column }) => column)
}

test('the private tables of graphile-worker have the columns that we use', async () => {
  const columns = await columnsOf('_private_jobs')
  const used = ['id bigint', 'payload json', 'attempts smallint', 'max_attempts smallint']
  for (const column of [...used, 'run_at timestamp with time zone'])
    assert.ok(columns.includes(column), column)
})

test('jobs are added with the fields of graphile-worker in their order', async () => {
  assert.deepEqual(await columnsOf('job_spec'), [
    'identifier text',
    'payload json',
    'queue_name text',
    'run_at timestamp with time zone',
    'max_attempts smallint',
    'job_key text',
    'priority smallint',
    'flags text[]',
  ])
})

test('graphile-worker has not migrated its tables since we last looked at them', async () => {
  const { rows } = await sql<{
    last: number
  }>`select max(id) as last from graphile_worker.migrations`.execute(db)
  assert.equal(rows[0]?.last, 20, 'read packages/jobs/src/private-tables.ts against the new migrations')
})

test('one file knows the private tables', () => {
  const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root })
  const knowing = sources.filter(path => readFileSync(join(root, path), 'utf8').includes('_private_'))
  assert.deepEqual(knowing, ['packages/jobs/src/private-tables.ts'])
})
