import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '@atrium/http/errors'
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
    assert.deepEqual(wire(await refusalOf(statement)), [422, 'Some fields are not right', details])
  }
})

test('a record that another one refers to is still in use', async () => {
  const error = await refusalOf(sql`delete from cities where id = 1`)
  assert.deepEqual(wire(error), [409, 'This record is still in use', undefined])
})

test('any other error stays what it is', async () => {
  const violation = await refusalOf(sql`insert into cities values (4, '')`)
  assert.match((violation as Error).message, /check constraint/)
  const other = new Error('other')
  assert.equal(constraintError(other), other)
})

async function refusalOf(statement: ReturnType<typeof sql>) {
  try {
    await statement.execute(db)
  } catch (error) {
    return constraintError(error)
  }
  assert.fail('the statement was not refused')
}

function wire(error: unknown) {
  assert.ok(error instanceof DomainError)
  return [error.statusCode, error.message, error.details]
}
