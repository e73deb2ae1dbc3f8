import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf } from '@atrium/core/paging'
import { connect } from '@atrium/database/connect'
import { settleTables, withoutTimeLimit } from '@atrium/testing/query-plans'
import { CompiledQuery, type SqlBool, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { UserFilters } from '#users/user.contract.ts'
import { listUsers } from '#users/user.queries.ts'
import { createUserTotals } from '#users/user-totals.ts'
import { sharedIdentity } from '../identity-service.ts'
import { asPerson, createUser, registrationInput } from '../people.ts'

const USERS = 20_000

const identity = await sharedIdentity()
const { deps } = identity
const manager = await createUser(identity, 'manager')
const call = await asPerson(identity, manager)

await withoutTimeLimit(deps.db, async db => {
  await sql`insert into cities (id, name, country) select 1000000 + n, 'City ' || n, 'GB' from generate_series(0, 499) n`.execute(
    db,
  )
  await sql`insert into posts (id, name) select 1000000 + n, 'Post ' || n from generate_series(0, 499) n`.execute(
    db,
  )
  await sql`
  insert into users (email, phone, password_hash, surname, name, consent_at, created_at, archived_at, city_id, post_id)
  select 'Mail' || n || '@Many.example', '+4420' || 70000000 + n, 'x', 'Surname' || n % 977, 'Имя' || n % 311, now(),
    timestamptz '2001-01-01' + n * interval '1 hour', case when n % 200 = 0 then now() end, 1000000 + n % 500,
    1000000 + n % 400
  from generate_series(1, ${sql.lit(USERS)}) n`.execute(db)
  await sql`
  insert into user_roles (user_id, role_id)
  select users.id, roles.id from users, roles
  where users.email like 'Mail%' and (roles.name = 'user' or roles.name = 'admin' and users.id % 500 = 0)`.execute(
    db,
  )
})
await settleTables(deps.db, 'users', 'user_roles')
await withoutTimeLimit(deps.db, db => sql`vacuum analyze`.execute(db))

async function find(query: string) {
  const response = await call('GET', `/users?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function total(query: string): Promise<number> {
  return (await find(query))._meta.total
}

test('search finds parts of names, email addresses and phone numbers, ignoring case', async () => {
  assert.equal(await total('search=mail12345@MANY'), 1)
  assert.equal(await total('search=%2B442070012345'), 1)
  assert.equal(await total('search=0012345'), 1)
  assert.ok((await total(`search=${encodeURIComponent('ИМЯ310')}`)) > 60)
  assert.ok((await total('search=surname976')) > 15)
  for (const none of ['%25', '_', '%5C', 'no such person', "'"])
    assert.equal(await total(`search=${none}`), 0, none)
})

test('all search words must match a name, email address or phone number, in any order', async () => {
  const person = {
    surname: 'Lovelace',
    name: 'Augusta',
    patronymic: 'Георгиевна',
    email: 'ada@engine.example',
  }
  const { app } = identity
  const payload = registrationInput({ ...person, phone: '+44 20 7946 0958' })
  const { id } = (await app.inject({ method: 'POST', url: '/users', payload })).json().item
  for (const search of [
    'Lovelace Augusta',
    'augusta LOVELACE',
    'георгиевна  lovelace',
    ' ГЕОРГ ada@engine love ',
    'augusta +44 20 7946 0958',
    '79460958 georgi',
  ]) {
    const { items } = await find(`search=${encodeURIComponent(search)}`)
    const isFound = !search.includes('georgi')
    assert.deepEqual(
      items.map((user: { id: number }) => user.id),
      isFound ? [id] : [],
      search,
    )
  }
  assert.equal(await total('search=lovelace surname1'), 0)
})

test('names are sorted in natural order in both directions', async () => {
  const surnames = [
    '10th',
    'Иванов',
    'Ångström',
    'Baker',
    '2nd',
    'adams',
    'Åberg',
    'Task 10',
    'Task 2',
    'äpfel',
  ]
  for (const surname of surnames) {
    const payload = registrationInput({ surname, name: 'Sorted' })
    assert.equal((await identity.app.inject({ method: 'POST', url: '/users', payload })).statusCode, 200)
  }
  const sorted = [
    '2nd',
    '10th',
    'Åberg',
    'adams',
    'Ångström',
    'äpfel',
    'Baker',
    'Task 2',
    'Task 10',
    'Иванов',
  ]
  for (const [orderBy, expected] of [
    ['surname', sorted],
    ['-surname', sorted.toReversed()],
  ] as const) {
    const { items } = await find(`search=sorted&orderBy=${orderBy}`)
    assert.deepEqual(
      items.map((user: { surname: string }) => user.surname),
      expected,
    )
  }
})

test('users can be filtered by every documented parameter', async () => {
  assert.equal(await total('email=mail77@many.EXAMPLE'), 1)
  assert.equal(await total('email=mail77'), 0)
  for (const phone of ['%2B442070000077', '%2B44%2020%207000%200077', '+442070000077'])
    assert.equal(await total(`phone=${phone}`), 1, phone)
  assert.equal(await total('phone=77'), 0)
  assert.equal(await total('cityId=1000007&status=all'), 40)
  assert.equal(await total('postId=1000007&status=all'), 50)
  assert.equal(await total('status=archived'), 100)
  const { total: all } = await deps.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  assert.equal(await total('status=all'), all)
  assert.equal(await total(''), all - 100)
  assert.equal(await total('createdFrom=2001-01-02&createdTo=2001-01-02'), 24)
  assert.equal(await total('createdFrom=2001-01-02T05:00:00Z&createdTo=2001-01-02T06:00:00%2B00:00'), 2)
  const { id } = await deps.db
    .selectFrom('roles')
    .where('name', '=', 'admin')
    .select('id')
    .executeTakeFirstOrThrow()
  assert.equal(await total(`roleId=${id}&status=all`), 40)
  assert.equal(
    await total(`roleId=${id}&search=surname1&cityId=1000000`),
    await total(`cityId=1000000&roleId=${id}&search=SURNAME1`),
  )
})

test('invalid filter values are reported', async () => {
  for (const query of ['status=gone', 'roleId=x', 'cityId=0', 'createdFrom=soon', 'orderBy=phone']) {
    const response = await call('GET', `/users?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [query.split('=')[0]])
  }
})

test('pages are complete in every order', async () => {
  for (const orderBy of ['id', '-id', 'email', 'surname', '-surname', 'name', 'createdAt', '-createdAt']) {
    const both = await find(`orderBy=${orderBy}&limit=60`)
    const pages = [
      await find(`orderBy=${orderBy}&limit=30`),
      await find(`orderBy=${orderBy}&limit=30&page=2`),
    ]
    assert.deepEqual(
      pages.flatMap(page => page.items),
      both.items,
    )
  }
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

test('the total is exact after every change, and is counted again only then', async () => {
  const counts: string[] = []
  const watched = connect<DB>(deps.settings.IDENTITY_DATABASE_URL, {
    onError: error => assert.fail(error),
    onQuery: ({ query }) => counts.push(...(query.sql.match(/count\(\*\) as/) ?? [])),
  })
  const { count } = createUserTotals()
  const filters: UserFilters = { page: 1, limit: 20, orderBy: 'id', status: 'active', search: 'countess' }
  const totalAfter = async (change: (db: typeof watched) => Promise<unknown>) => {
    await change(watched)
    const total = await count(watched, filters)
    counts.length = 0
    assert.equal(await count(watched, { ...filters, page: 2 }), total)
    assert.deepEqual(counts, [])
    return total
  }
  const insert = (db: typeof watched, name: string) =>
    sql`insert into users (email, phone, password_hash, surname, name, consent_at)
      values (${`${name}@countess.example`}, ${`+4930${String(name.length).padStart(7, '0')}`}, 'x', 'S', 'N', now())`.execute(
      db,
    )
  const countess = sql<SqlBool>`email = 'ada@countess.example'`
  try {
    assert.equal(await totalAfter(async () => {}), 0)
    assert.equal(await totalAfter(db => insert(db, 'ada')), 1)
    // One that commits after a later one.
    await watched.transaction().execute(async tx => {
      await insert(tx, 'ada-slow')
      assert.equal(await totalAfter(db => insert(db, 'ada-quick')), 2)
    })
    assert.equal(await totalAfter(async () => {}), 3)
    const update = (changes: object) => (db: typeof watched) =>
      db.updateTable('users').set(changes).where(countess).execute()
    assert.equal(await totalAfter(update({ archivedAt: new Date().toISOString() })), 2)
    assert.equal(await totalAfter(update({ archivedAt: null })), 3)
    assert.equal(await totalAfter(db => db.deleteFrom('users').where(countess).execute()), 2)
  } finally {
    await watched.destroy()
    await sql`delete from users where email like '%@countess.example'`.execute(deps.db)
  }
})

/** The query plans of both statements of the list. */
async function plansOf(filters: Partial<UserFilters>): Promise<Plan[]> {
  const statements: CompiledQuery[] = []
  const db = connect<DB>(deps.settings.IDENTITY_DATABASE_URL, {
    size: 1,
    settings: { 'atrium.identity_url': deps.settings.IDENTITY_URL },
    onError: error => assert.fail(error),
    onQuery: ({ query }) => statements.push(query as CompiledQuery),
  })
  try {
    const query: UserFilters = { page: 1, limit: 20, orderBy: 'id', status: 'active', ...filters }
    await listUsers(db, query, pageOf(query), { withTwoFactor: true })
    await createUserTotals().count(db, query)
    const [list, _version, count] = statements
    assert.ok(list && count)
    const explained = await Promise.all(
      [list, count].map(({ sql: text, parameters }) =>
        deps.db.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])),
      ),
    )
    return explained.map(({ rows }) => (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
  } finally {
    await db.destroy()
  }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

const role = await deps.db
  .selectFrom('roles')
  .where('name', '=', 'admin')
  .select('id')
  .executeTakeFirstOrThrow()

const expected: [Partial<UserFilters>, string][] = [
  [{ search: 'mail12345@' }, 'users_search_words_idx'],
  [{ search: 'ИМЯ310' }, 'users_search_words_idx'],
  [{ search: '0012345', orderBy: '-surname' }, 'users_search_words_idx'],
  [{ email: 'MAIL77@many.example' }, 'users_email_key'],
  [{ phone: '+442070000077' }, 'users_phone_key'],
  [{ cityId: 1_000_007 }, 'users_city_id_idx'],
  [{ postId: 1_000_007 }, 'users_post_id_idx'],
  [{ roleId: role.id }, 'user_roles_role_id_idx'],
  [{ status: 'archived' }, 'users_archived_at_idx'],
  [{ createdFrom: '2001-01-02', createdTo: '2001-01-02' }, 'users_created_at_idx'],
]

for (const [filters, index] of expected) {
  test(`${JSON.stringify(filters)} uses ${index}`, async () => {
    for (const plan of await plansOf(filters)) {
      const nodes = nodesOf(plan)
      assert.ok(
        nodes.some(node => node['Index Name'] === index),
        JSON.stringify(plan, null, 1),
      )
      assert.ok(!nodes.some(node => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'users'))
    }
  })
}

for (const [orderBy, index] of [
  ['id', 'users_active_idx|users_pkey'],
  ['-id', 'users_active_idx|users_pkey'],
  ['email', 'users_email_idx'],
  ['-surname', 'users_surname_idx'],
  ['name', 'users_name_idx'],
  ['-createdAt', 'users_created_at_idx'],
] as const) {
  test(`a page ordered by ${orderBy} is read from ${index} without sorting`, async () => {
    const [list] = await plansOf({ orderBy })
    assert.ok(list)
    const nodes = nodesOf(list)
    assert.ok(
      nodes.some(node => new RegExp(`^(${index})$`).test(node['Index Name'] ?? '')),
      JSON.stringify(list, null, 1),
    )
    const sorting = nodes.filter(({ Plans }) => Plans?.some(child => child['Relation Name'] === 'users'))
    assert.ok(!sorting.some(node => /Sort/.test(node['Node Type'])))
  })
}

test('counting all users does not scan the table', async () => {
  const [, count] = await plansOf({})
  assert.ok(count)
  assert.ok(
    nodesOf(count).some(node => node['Node Type'] === 'Index Only Scan'),
    JSON.stringify(count),
  )
})
