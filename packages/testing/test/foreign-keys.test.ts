import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, services } from '../src/test-database.ts'

for (const service of services) {
  test(`every foreign key of the ${service} service has an index`, async () => {
    const client = new pg.Client(await createTestDatabase(service))
    await client.connect()
    // On all columns of the key, or on the last one: keys within a project begin with the project, which has many records.
    const { rows } = await client.query(`
      select conrelid::regclass || '.' || conname as key
      from pg_constraint as key
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and (
          indkey[0] = conkey[cardinality(conkey)]
          or (indkey::smallint[])[0:cardinality(conkey) - 1] = conkey))
      order by 1`)
    await client.end()
    assert.deepEqual(
      rows.map(({ key }) => key),
      [],
    )
  })
}
