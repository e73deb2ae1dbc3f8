import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError, Unavailable } from '@atrium/core/errors'
import { sql } from 'kysely'
import { constraintError } from '../src/constraint-errors.ts'
import { anEmptyDatabase, connectTo } from './empty-database.ts'

const db = connectTo(await anEmptyDatabase())
await sql`create table cities (id int8 primary key, name text not null unique check (name <> ''))`.execute(db)
await sql`create table user_roles (id int8 primary key, home_city_id int8 references cities, unique (home_city_id))`.execute(
  db,
)
await sql`insert into cities values (1, 'Oslo'), (2, 'Rome')`.execute(db)
await sql`insert into user_roles values (1, 1)`.execute(db)

test('a second record with the same unique value already exists', async () => {
  const error = await refusalOf(sql`insert into cities values (3, 'Oslo')`)
  assert.deepEqual(wire(error), [409, 'City with this name already exists', { field: 'name' }])
})

test('the entity and the field are named as people and the wire name them', async () => {
  const error = await refusalOf(sql`insert into user_roles values (2, 1)`)
  assert.deepEqual(wire(error), [
    409,
    'User role with this homeCityId already exists',
    { field: 'homeCityId' },
  ])
})

test('a reference to a record that is not there is a field that is not right', async () => {
  for (const statement of [
    sql`insert into user_roles values (2, 99)`,
    sql`update user_roles set home_city_id = 99`,
  ]) {
    const details = { errors: { homeCityId: ['does not exist'] } }
    assert.deepEqual(wire(await refusalOf(statement)), [422, 'validation_failed', details])
  }
})

test('a record that another one refers to is still in use', async () => {
  const error = await refusalOf(sql`delete from cities where id = 1`)
  assert.deepEqual(wire(error), [409, 'This record is still in use', undefined])
})

test('a record that a restricting reference protects is still in use', async () => {
  await sql`create table tickets (id int8 primary key, role_id int8 references user_roles on delete restrict)`.execute(
    db,
  )
  await sql`insert into tickets values (1, 1)`.execute(db)
  const error = await refusalOf(sql`delete from user_roles where id = 1`)
  assert.deepEqual(wire(error), [409, 'This record is still in use', undefined])
})

test('what a violation means does not depend on the language of the server', async () => {
  const inGerman = (error: unknown) =>
    Object.assign(error as Error, {
      message: 'Aktualisieren oder Löschen verletzt Fremdschlüssel-Constraint',
      detail: 'Auf Schlüssel (id)=(1) wird noch verwiesen.',
    })
  const inUse = await refusalOf(sql`delete from cities where id = 1`, inGerman)
  assert.deepEqual(wire(inUse), [409, 'This record is still in use', undefined])
  for (const statement of [
    sql`insert into user_roles values (2, 99)`,
    sql`with chosen as (select 99 as id) update "user_roles" set home_city_id = chosen.id from chosen`,
  ]) {
    assert.deepEqual(wire(await refusalOf(statement, inGerman))[2], {
      errors: { homeCityId: ['does not exist'] },
    })
  }
  const duplicate = await refusalOf(sql`insert into cities values (3, 'Oslo')`, inGerman)
  assert.deepEqual(wire(duplicate)[2], { field: 'name' })
})

for (const code of ['53100', '53300', '57P01', '57P03', '08006', '25006', '58030']) {
  test(`the server's own trouble (${code}) is a 503 that says when to try again`, async () => {
    const error = await refusalOf(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`))
    assert.equal(wire(error)[0], 503)
    assert.ok(error instanceof Unavailable)
    assert.equal(error.headers['retry-after'], '5')
  })
}

test('any other error stays what it is', async () => {
  const violation = await refusalOf(sql`insert into cities values (4, '')`)
  assert.match((violation as Error).message, /check constraint/)
  const other = new Error('other')
  assert.equal(constraintError(other), other)
})

async function refusalOf(statement: ReturnType<typeof sql>, inLanguage = (error: unknown) => error) {
  try {
    await statement.execute(db)
  } catch (error) {
    return constraintError(inLanguage(error))
  }
  assert.fail('the statement was not refused')
}

function wire(error: unknown) {
  assert.ok(error instanceof DomainError)
  return [error.statusCode, error.message, error.details]
}
