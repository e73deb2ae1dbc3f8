import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import { migrationsOf } from '@atrium/testing/test-database'
import { sql } from 'kysely'
import type { DB } from '#database.ts'
import { getSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { renewPasswordHash, setPasswordHash } from '#users/credentials.queries.ts'

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

test('passwords move to their own table, and the previous release can still read and change them', async () => {
  const url = await createDatabase()
  const names = readdirSync(folder).map(file => file.replace(/\.sql$/, ''))
  await migrate(
    url,
    folder,
    names.filter(name => name < '040'),
  )
  const db = open(url)
  /** The statements of the previous release, which knows only `users.password_hash`. */
  const previous = {
    insert: (name: string, erasedAt: string | null = null) =>
      sql`insert into users (email, surname, name, password_hash, consent_at, erased_at)
        values (${`${name}@example.org`}, 'Smith', ${name}, ${`hash of ${name}`}, now(), ${erasedAt})`.execute(
        db,
      ),
    change: (name: string, hash: string) =>
      sql`update users set password_hash = ${hash} where name = ${name}`.execute(db),
    erase: (name: string) =>
      sql`update users set password_hash = 'unusable', erased_at = now() where name = ${name}`.execute(db),
    hashOf: async (name: string) =>
      (await sql<{ passwordHash: string }>`select password_hash from users where name = ${name}`.execute(db))
        .rows[0]?.passwordHash,
  }
  const stored = async () => {
    const passwords = await db
      .selectFrom('passwords')
      .innerJoin('users', 'users.id', 'passwords.userId')
      .select(['users.name', 'users.id', 'hash', 'changedAt'])
      .orderBy('users.id')
      .execute()
    return new Map(passwords.map(each => [each.name, each]))
  }
  await previous.insert('Sam')
  await previous.insert('Former', '2026-01-01T00:00:00Z')
  await migrate(url, folder)
  await previous.insert('Ann')
  const [sam, ann] = ['Sam', 'Ann'].map(async name => (await stored()).get(name))
  assert.deepEqual([(await sam)?.hash, (await sam)?.changedAt], ['hash of Sam', null])
  assert.equal((await ann)?.hash, 'hash of Ann')
  assert.deepEqual([...(await stored()).keys()], ['Sam', 'Ann'])

  const stampOf = async (id: number) => getSecurityStamp(db, id)
  const id = Number((await sam)?.id)
  assert.equal(await stampOf(id), 0)
  await previous.change('Sam', 'changed')
  assert.equal(await stampOf(id), 1)
  assert.equal((await stored()).get('Sam')?.hash, 'changed')
  assert.ok((await stored()).get('Sam')?.changedAt)
  assert.equal(await renewPasswordHash(db, id, { before: 'hash of Sam', after: 'late' }), false)
  assert.equal(await renewPasswordHash(db, id, { before: 'changed', after: 'renewed' }), true)
  assert.equal(await previous.hashOf('Sam'), 'renewed')
  assert.equal(await stampOf(id), 1)
  await setPasswordHash(db, id, 'new', '2026-02-02T00:00:00.000Z')
  assert.equal(await previous.hashOf('Sam'), 'new')
  assert.equal(await stampOf(id), 2)
  assert.deepEqual((await stored()).get('Sam'), {
    name: 'Sam',
    id,
    hash: 'new',
    changedAt: '2026-02-02T00:00:00.000Z',
  })
  await previous.erase('Sam')
  assert.deepEqual([...(await stored()).keys()], ['Ann'])
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
