import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { sql } from 'kysely'
import { openDistribution } from '../src/distributed-statements.ts'
import { createEmptyDatabase } from '../src/test-database.ts'

const db = connect<unknown>(await createEmptyDatabase(), { onError: error => assert.fail(error) })
after(() => db.destroy())
await sql`create table gardens (id bigint primary key, name text)`.execute(db)
await sql`create table plants (garden_id bigint, id bigint, parent_id bigint, gardener_id bigint, height integer,
  neighbour_garden_id bigint, neighbour_id bigint, primary key (garden_id, id))`.execute(db)
await sql`create table colours (id bigint primary key)`.execute(db)

const keys: Record<string, string> = { gardens: 'id', plants: 'garden_id' }
const listUses = await openDistribution(db, {
  keyOf: table => keys[table],
  others: { record: 'id', user: 'gardener_id' },
  keysOfOthers: ['neighbour_garden_id'],
})

const statements: Record<string, Record<string, string[]>> = {
  'is found by its key': {
    'select from plants where garden_id = $1': ['plants by key'],
    'select from plants where garden_id = any($1::bigint[])': ['plants by key'],
    'select from plants where garden_id in (select unnest($1::bigint[]))': ['plants by key'],
    'select from plants where garden_id between $1 and $1': ['plants by key'],
    'select from plants join gardens on gardens.id = garden_id where gardens.id = $1': [
      'plants by key',
      'gardens by key',
    ],
    'insert into plants (garden_id, id) values ($1, $2)': ['plants by key'],
    'update plants set height = 1 from unnest($1::bigint[], $2::bigint[]) as cut (garden_id, id) where plants.garden_id = cut.garden_id and plants.id = cut.id':
      ['plants by key'],
    'with tall as (select garden_id from plants where height > 1) select from tall where garden_id = $1': [
      'plants by key',
    ],
    'select from (select garden_id from plants union all select id from gardens) as either (id) where id = $1':
      ['plants by key', 'gardens by key'],
    'with recursive above as (select garden_id, parent_id from plants where garden_id = $1 and id = $2 union all select plants.garden_id, plants.parent_id from above join plants on plants.garden_id = above.garden_id and plants.id = above.parent_id) select from above':
      ['plants by key', 'plants by key'],
    'select (select max(height) from plants where garden_id = gardens.id) from gardens where id = $1': [
      'plants by key',
      'gardens by key',
    ],
    'select from colours where id = $1': [],
  },
  'is found in another way': {
    'select from plants where id = $1': ['plants by record'],
    'select from gardens join plants on garden_id = gardens.id where plants.id = $1': [
      'gardens by record',
      'plants by record',
    ],
    'select from plants where gardener_id = $1': ['plants by user'],
    'select from plants join plants as beside on beside.garden_id = plants.neighbour_garden_id where plants.garden_id = $1':
      ['plants by key', 'plants by other record'],
  },
  'is looked for everywhere': {
    'select from plants where height = $1': ['plants by undefined'],
    'select from plants where garden_id <> $1': ['plants by undefined'],
    'select from plants where garden_id >= $1': ['plants by undefined'],
    'select from plants where garden_id = $1 or height = 2': ['plants by undefined'],
    'select from plants join gardens on gardens.name = $1': ['plants by undefined', 'gardens by undefined'],
    'select from (select garden_id from plants where garden_id = $1 union all select id from gardens) as either':
      ['plants by key', 'gardens by undefined'],
    'with recursive above as (select garden_id, parent_id from plants where garden_id = $1 union all select plants.garden_id, plants.parent_id from above join plants on plants.id = above.parent_id) select from above':
      ['plants by key', 'plants by undefined'],
  },
}

for (const [what, expected] of Object.entries(statements))
  test(`a table that ${what} is recognized`, async () => {
    for (const [text, uses] of Object.entries(expected)) {
      const found = await listUses(text)
      const seen = found.map(({ table, by }) => `${table} by ${by}`)
      assert.deepEqual(seen.sort(), uses.toSorted(), text)
    }
  })
