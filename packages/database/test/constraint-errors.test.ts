import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineErrors, mergeCatalogues } from '@atrium/core/catalogue'
import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { sql } from 'kysely'
import { constraintErrors } from '../src/constraint-errors.ts'
import { connectTo } from './connect-to.ts'

const catalogue = mergeCatalogues(
  sharedErrors,
  defineErrors(() => ({ city_name_taken: 'This city exists' }), { city_name_taken: 409 }),
)
const constraintError = constraintErrors(catalogue)
const db = connectTo(await createEmptyDatabase())
await sql`create table cities (id int8 primary key, name text not null unique check (name <> ''))`.execute(db)
await sql`create table user_roles (id int8 primary key, home_city_id int8 references cities, unique (home_city_id))`.execute(
  db,
)
await sql`insert into cities values (1, 'Oslo'), (2, 'Rome')`.execute(db)
await sql`insert into user_roles values (1, 1)`.execute(db)

test('a duplicate value has the code of its record and field', async () => {
  const error = await errorOf(sql`insert into cities values (3, 'Oslo')`)
  assert.deepEqual(wire(error), [409, 'city_name_taken', { field: 'name' }])
})

test('without such a code the error is already_exists with the field name of the API', async () => {
  const error = await errorOf(sql`insert into user_roles values (2, 1)`)
  assert.deepEqual(wire(error), [409, 'already_exists', { field: 'homeCityId' }])
})

test('a reference to a missing record is a field error', async () => {
  for (const statement of [
    sql`insert into user_roles values (2, 99)`,
    sql`update user_roles set home_city_id = 99`,
  ]) {
    const error = await errorOf(statement)
    assert.deepEqual(wire(error), [422, 'validation_failed', {}])
    assert.deepEqual((error as ValidationFailed).fields, { homeCityId: 'does_not_exist' })
  }
})

test('a referenced record is in use', async () => {
  const error = await errorOf(sql`delete from cities where id = 1`)
  assert.deepEqual(wire(error), [409, 'still_in_use', {}])
})

test('a record with a restricting reference is in use', async () => {
  await sql`create table tickets (id int8 primary key, role_id int8 references user_roles on delete restrict)`.execute(
    db,
  )
  await sql`insert into tickets values (1, 1)`.execute(db)
  const error = await errorOf(sql`delete from user_roles where id = 1`)
  assert.deepEqual(wire(error), [409, 'still_in_use', {}])
})

test('the language of the server does not matter', async () => {
  const inGerman = (error: unknown) =>
    Object.assign(error as Error, {
      message: 'Aktualisieren oder Löschen verletzt Fremdschlüssel-Constraint',
      detail: 'Auf Schlüssel (id)=(1) wird noch verwiesen.',
    })
  const inUse = await errorOf(sql`delete from cities where id = 1`, inGerman)
  assert.deepEqual(wire(inUse), [409, 'still_in_use', {}])
  for (const statement of [
    sql`insert into user_roles values (2, 99)`,
    sql`with chosen as (select 99 as id) update "user_roles" set home_city_id = chosen.id from chosen`,
  ]) {
    const error = await errorOf(statement, inGerman)
    assert.ok(error instanceof ValidationFailed)
    assert.deepEqual(error.fields, { homeCityId: 'does_not_exist' })
  }
  const duplicate = await errorOf(sql`insert into cities values (3, 'Oslo')`, inGerman)
  assert.deepEqual(wire(duplicate)[2], { field: 'name' })
})

for (const [value, code] of [
  [String.fromCharCode(0), 'unstorable_text'],
  ['2026-13-45', 'unreadable_date'],
] as const) {
  test(`a value that PostgreSQL cannot store is ${code}`, async () => {
    const cast = code === 'unreadable_date' ? sql`select ${value}::date` : sql`select ${value}::text`
    assert.deepEqual(wire(await errorOf(cast)), [400, code, {}])
  })
}

for (const code of ['53100', '53300', '57P01', '57P03', '08006', '25006', '58030']) {
  test(`a temporary server error (${code}) is a 503 with a retry time`, async () => {
    const error = await errorOf(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`))
    assert.deepEqual(wire(error), [503, 'database_unavailable', { retryAfter: 5 }])
    assert.equal((error as DomainError).headers['retry-after'], '5')
  })
}

for (const code of ['40P01', '40001', '55P03']) {
  test(`a lost conflict with a concurrent transaction (${code}) is a 503 that says so`, async () => {
    const error = await errorOf(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`))
    assert.deepEqual(wire(error), [503, 'try_again', { retryAfter: 1 }])
    assert.equal((error as DomainError).headers['retry-after'], '1')
  })
}

test('any other error is returned unchanged', async () => {
  const violation = await errorOf(sql`insert into cities values (4, '')`)
  assert.match((violation as Error).message, /check constraint/)
  const other = new Error('other')
  assert.equal(constraintError(other), other)
})

async function errorOf(statement: ReturnType<typeof sql>, inLanguage = (error: unknown) => error) {
  try {
    await statement.execute(db)
  } catch (error) {
    return constraintError(inLanguage(error))
  }
  assert.fail('the statement was not refused')
}

function wire(error: unknown) {
  assert.ok(error instanceof DomainError)
  return [error.statusCode, error.code, error.params]
}
