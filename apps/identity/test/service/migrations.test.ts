import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import { migrationsOf } from '@atrium/testing/test-database'
import { sql } from 'kysely'
import type { DB } from '#database.ts'

const folder = migrationsOf('identity')

test('an erased user keeps no text in place of a phone number, and others keep theirs', async () => {
  const url = await createDatabase()
  const names = readdirSync(folder).map(file => file.replace(/\.sql$/, ''))
  await migrate(
    url,
    folder,
    names.filter(name => name < '036'),
  )
  const db = open(url)
  const insert = (email: string, phone: string, erasedAt: string | null) =>
    sql`insert into users (email, phone, surname, name, password_hash, consent_at, gender, erased_at)
      values (${email}, ${phone}, 'Smith', 'Sam', '', now(), 'female', ${erasedAt})`.execute(db)
  await insert('1@erased.invalid', 'erased 1', '2026-01-01T00:00:00Z')
  await insert('sam@example.org', '+12025550101', null)
  await migrate(url, folder)
  const users = await db.selectFrom('users').select(['phone', 'gender']).orderBy('id').execute()
  assert.deepEqual(users, [
    { phone: null, gender: 'female' },
    { phone: '+12025550101', gender: 'female' },
  ])
})

async function createDatabase() {
  const server = String(process.env.ATRIUM_TEST_DATABASE_URL)
  const name = `identity_${randomUUID().slice(0, 8)}`
  await sql`create database ${sql.id(name)}`.execute(open(server))
  return server.replace('/postgres?', `/${name}?`)
}

function open(url: string) {
  const db = connect<DB>(url, { onError: error => assert.fail(error) })
  after(() => db.destroy())
  return db
}
