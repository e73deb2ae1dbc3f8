import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import { longTest } from '@atrium/testing/long-test'
import { explain, settleTables, withoutTimeLimit } from '@atrium/testing/query-plans'
import { type CompiledQuery, sql } from 'kysely'
import { collectStatistics } from '#admin/statistics.routes.ts'
import type { DB } from '#database.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const call = await asPerson(identity, await createUser(identity, 'admin'))

interface Day {
  day: string
  newUsers: number
  signIns: number
  failedSignIns: number
}

test('statistics contain users, sign-ins per day, tokens, queue, version and uptime', async () => {
  const firstDay = new Date().toISOString().slice(0, 10)
  const person = await createUser(identity)
  const gone = await createUser(identity)
  await call('DELETE', `/users/${gone.id}`)
  const { access_token } = await signIn(identity, person)
  for (let count = 0; count < 2; count += 1) {
    const payload = { username: person.email, password: 'wrong' }
    await app.inject({ method: 'POST', url: '/auth/login', payload })
  }
  const dayAgo = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await deps.db
    .insertInto('auditEntries')
    .values([
      { at: dayAgo, action: 'sign-in.succeeded' },
      { at: dayAgo, action: 'user.archived' },
      { at: new Date(Date.now() - 40 * 86_400_000).toISOString(), action: 'sign-in.failed' },
    ])
    .execute()
  await removeOrphanedContent(deps.db, 'a-key', new Date(Date.now() + 3_600_000))

  const response = await call('GET', '/admin/statistics')
  assert.equal(response.statusCode, 200, response.body)
  const { users, tokens, queue, days, version, uptimeSeconds, startedAt } = response.json().item
  assert.deepEqual(users, { active: 2, archived: 1 })
  assert.deepEqual(tokens, { alive: 2, users: 2 })
  assert.deepEqual(queue, { waiting: 3, failed: 0 }, 'emails but no other jobs')
  assert.equal(days.length, 30)
  const sum = (days: Day[], count: Exclude<keyof Day, 'day'>) =>
    days.reduce((total, day) => total + day[count], 0)
  const today = days.filter(({ day }: Day) => day >= firstDay)
  assert.equal(today.at(-1).day, days.at(-1).day)
  const counts = (['newUsers', 'signIns', 'failedSignIns'] as const).map(count => sum(today, count))
  assert.deepEqual(counts, [3, 2, 2], 'even if midnight passes during the test')
  const [before] = days.filter(({ day }: Day) => day === dayAgo.slice(0, 10))
  assert.deepEqual(before, { day: before.day, newUsers: 0, signIns: 1, failedSignIns: 0 })
  assert.equal(sum(days, 'failedSignIns'), 2)
  assert.match(version, /^\d+\.\d+\.\d+(-dev(\.[0-9a-f]+)?)?$/)
  assert.ok(uptimeSeconds >= 0 && Date.parse(startedAt) <= Date.now())
  assert.ok(!response.body.includes(access_token))
})

test('the steps of the setup are done as soon as the installation has what they ask for', async () => {
  await createUser(identity)
  const stepsNow = async () => {
    const { setUp } = (await call('GET', '/admin/statistics')).json().item
    return Object.fromEntries(
      setUp.map(({ name, isDone }: { name: string; isDone: boolean }) => [name, isDone]),
    )
  }
  assert.deepEqual(await stepsNow(), { mail: false, backups: false, people: true, provider: false })
  const owner = await asPerson(identity, await createUser(identity, 'owner'))
  const provider = await owner('POST', '/sign-in-providers', {
    slug: 'code',
    kind: 'github',
    name: 'Code',
    clientId: 'atrium',
    clientSecret: 'a-secret-of-the-provider',
    isEnabled: true,
  })
  assert.equal(provider.statusCode, 200, provider.body)
  assert.equal((await stepsNow()).provider, true)
})

longTest('statistics take five statements without sequential scans of large tables', async () => {
  await withoutTimeLimit(deps.db, async db => {
    await sql`insert into users (email, phone, password_hash, surname, name, consent_at, created_at)
    select 'many' || n || '@example.org', '+4420' || n, '', 'Many', 'Many', now(), now() - n * interval '1 hour'
    from generate_series(10000, 40000) as n`.execute(db)
    await sql`insert into audit_entries (at, action)
    select now() - n * interval '3 minutes', (array['sign-in.succeeded', 'sign-in.failed', 'user.updated'])[1 + n % 3]
    from generate_series(1, 80000) as n`.execute(db)
    await sql`insert into access_tokens (token_id, client_id, access_token, expires_at, scope)
    select n::text, 1, md5(n::text), now() - n * interval '1 minute', '' from generate_series(1, 30000) as n`.execute(
      db,
    )
  })
  await settleTables(deps.db, 'users', 'audit_entries', 'access_tokens')

  const statements: CompiledQuery[] = []
  const db = connect<DB>(deps.settings.IDENTITY_DATABASE_URL, {
    onError: error => assert.fail(error),
    onQuery: ({ query }) => statements.push(query as CompiledQuery),
  })
  after(() => db.destroy())
  await collectStatistics({ ...deps, db }, '0.0.0')
  assert.equal(statements.length, 5)
  for (const statement of statements) {
    for (const step of await explain(deps.db, statement)) {
      const table = step['Relation Name']
      if (table === 'users' || table === 'audit_entries' || table === 'access_tokens')
        assert.match(step['Node Type'], /Index/, `${table}: ${step['Node Type']}`)
    }
  }
})
