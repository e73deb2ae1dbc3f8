import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { explain, withoutTimeLimit } from '@atrium/testing/query-plans'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createUser, type User } from '../team.ts'

const services = await sharedServices()
const { deps } = services
const realNow = deps.now
const [ann, bob, admin] = [
  await createUser(services),
  await createUser(services),
  await createUser(services, 'owner'),
]

after(() => {
  deps.now = realNow
})

const marks = { speed: 5, functionality: 4, design: 3, usability: 2 }
const idea = { type: 'feature', title: 'Dark mode', description: 'For the night shift' }

async function rate(who: User, rating: object = marks) {
  const response = await who.call('POST', '/feedback/rating', rating)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function suggest(who: User, fields: object = {}) {
  const response = await who.call('POST', '/feedback/idea', { ...idea, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function titles(who: User, query: string) {
  const response = await who.call('GET', `/feedback/idea?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  const { items, _meta } = response.json()
  assert.equal(_meta.total, items.length)
  return items.map(({ title }: { title: string }) => title).join(', ')
}

async function stats() {
  const response = await admin.call('GET', '/feedback/stats')
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function forget() {
  await sql`truncate rating_feedback, idea_feedback`.execute(deps.db)
}

async function refusedFields(url: string, payload: object) {
  const response = await ann.call('POST', url, payload)
  assert.equal(response.statusCode, 422, response.body)
  return Object.keys(response.json().error.details.errors).sort().join(' ')
}

test('a rating has four marks and a comment', async () => {
  deps.now = () => new Date('2026-01-15T09:00:00Z')
  const { id, ...rating } = await rate(ann, { ...marks, comment: ' Swift ' })
  assert.equal(typeof id, 'number')
  const at = '2026-01-15T09:00:00.000Z'
  assert.deepEqual(rating, { userId: ann.id, ...marks, comment: 'Swift', createdAt: at, updatedAt: at })
  assert.equal((await rate(bob)).comment, null)
  assert.equal((await rate(bob, { ...marks, comment: null })).comment, null)
  assert.equal((await rate(bob, { ...marks, comment: 'ж'.repeat(2000) })).comment.length, 2000)
})

test('a second rating replaces the first on the same day, and is added on the next day', async () => {
  await forget()
  deps.now = () => new Date('2026-01-15T00:00:00Z')
  const first = await rate(ann, { ...marks, comment: 'Swift' })
  deps.now = () => new Date('2026-01-15T23:59:59.999Z')
  const second = await rate(ann, { ...marks, speed: 1 })
  assert.deepEqual(second, {
    ...first,
    speed: 1,
    comment: null,
    updatedAt: '2026-01-15T23:59:59.999Z',
  })
  deps.now = () => new Date('2026-01-16T00:00:00Z')
  assert.notEqual((await rate(ann)).id, first.id)
  assert.notEqual((await rate(bob)).id, first.id)
  assert.equal((await stats()).ratings.count, 3)
})

test('concurrent ratings leave one', async () => {
  await forget()
  const given = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3].map(speed => rate(ann, { ...marks, speed })))
  assert.equal(new Set(given.map(({ id }) => id)).size, 1)
  assert.equal((await stats()).ratings.count, 1)
})

test('all four marks are required whole numbers from 1 to 5', async () => {
  assert.equal(await refusedFields('/feedback/rating', {}), 'design functionality speed usability')
  for (const field of Object.keys(marks)) {
    for (const wrong of [0, 6, 4.5, '5', null, true, [3]]) {
      assert.equal(await refusedFields('/feedback/rating', { ...marks, [field]: wrong }), field)
    }
  }
  assert.equal(await refusedFields('/feedback/rating', { ...marks, comment: 'x'.repeat(2001) }), 'comment')
  assert.equal(await refusedFields('/feedback/rating', { ...marks, comment: 7 }), 'comment')
  assert.equal(await refusedFields('/feedback/rating', { ...marks, userId: bob.id }), 'userId')
})

test('an idea starts as new and has its author', async () => {
  await forget()
  deps.now = () => new Date('2026-01-15T09:00:00Z')
  const { id, user, ...rest } = await suggest(ann)
  assert.equal(typeof id, 'number')
  assert.deepEqual(user, { id: ann.id, surname: 'Sample', name: 'Sam', avatarUrl: null })
  const at = '2026-01-15T09:00:00.000Z'
  assert.deepEqual(rest, { userId: ann.id, ...idea, status: 'new', createdAt: at, updatedAt: at })
  assert.deepEqual((await ann.call('GET', '/feedback/idea')).json(), {
    items: [{ id, user, ...rest }],
    _meta: { total: 1, page: 1, limit: 20, pages: 1 },
  })
})

test('invalid fields of an idea are named', async () => {
  assert.equal(await refusedFields('/feedback/idea', {}), 'description title type')
  const wrong: [string, unknown[]][] = [
    ['type', ['wish', '', null, 1]],
    ['title', ['', '   ', 'x'.repeat(201), null, 1]],
    ['description', ['', '\n', 'x'.repeat(5001), null, {}]],
    ['status', ['done']],
    ['userId', [1]],
  ]
  for (const [field, values] of wrong) {
    for (const value of values) {
      assert.equal(await refusedFields('/feedback/idea', { ...idea, [field]: value }), field)
    }
  }
  await suggest(ann, { title: 'x'.repeat(200), description: 'x'.repeat(5000) })
})

test('users see their own ideas, with feedback.read all of them', async () => {
  await forget()
  await suggest(ann, { title: 'Of Ann' })
  await suggest(bob, { title: 'Of Bob' })
  assert.equal(await titles(ann, ''), 'Of Ann')
  assert.equal(await titles(ann, `userId=${ann.id}`), 'Of Ann')
  assert.equal(await titles(admin, ''), 'Of Ann, Of Bob')
  assert.equal(await titles(admin, `userId=${bob.id}`), 'Of Bob')
  assert.equal(await titles(admin, 'userId=999999'), '')
  for (const userId of [bob.id, 999_999]) {
    const response = await ann.call('GET', `/feedback/idea?userId=${userId}`)
    assert.equal(response.statusCode, 403)
    assert.deepEqual(response.json().error.details, {
      reason: 'permission_required',
      kind: 'forbidden',
      permission: 'feedback.read',
    })
  }
})

test('ideas are filtered, searched and ordered', async () => {
  await forget()
  const minute = (minutes: number) => () => new Date(Date.UTC(2026, 0, 15, 9, minutes))
  deps.now = minute(3)
  await suggest(ann, { title: 'Dark mode', description: 'For the night shift, 100% black' })
  deps.now = minute(1)
  const crash = await suggest(ann, { title: 'Crash', description: 'On Отчёт за день', type: 'bug' })
  deps.now = minute(2)
  await suggest(bob, { title: 'Faster nights', description: 'A speed_up', type: 'improvement' })
  deps.now = minute(4)
  await admin.call('PUT', `/feedback/idea/${crash.id}`, { status: 'planned' })
  const cases: [string, string][] = [
    ['type=bug', 'Crash'],
    ['type=other', ''],
    ['status=new', 'Dark mode, Faster nights'],
    ['status=planned&type=bug', 'Crash'],
    ['status=planned&type=feature', ''],
    ['search=NIGHT', 'Dark mode, Faster nights'],
    ['search=shift%20dark', 'Dark mode'],
    [`search=night&userId=${bob.id}`, 'Faster nights'],
    [`search=${encodeURIComponent('ОТЧЁТ')}`, 'Crash'],
    ['search=100%25', 'Dark mode'],
    ['search=d_u', 'Faster nights'],
    ['search=d_r', ''],
    ['search=%20', 'Dark mode, Crash, Faster nights'],
    ['orderBy=-id', 'Faster nights, Crash, Dark mode'],
    ['orderBy=createdAt', 'Crash, Faster nights, Dark mode'],
    ['orderBy=-createdAt', 'Dark mode, Faster nights, Crash'],
    ['orderBy=-updatedAt', 'Crash, Dark mode, Faster nights'],
  ]
  for (const [query, expected] of cases) assert.equal(await titles(admin, query), expected, query)
  assert.equal(await titles(ann, 'search=night'), 'Dark mode')
  const second = (await admin.call('GET', '/feedback/idea?limit=2&page=2')).json()
  assert.deepEqual(second._meta, { total: 3, page: 2, limit: 2, pages: 2 })
  assert.equal(second.items[0].title, 'Faster nights')
  for (const query of ['type=wish', 'status=old', 'userId=me', 'orderBy=title', 'limit=few']) {
    const response = await admin.call('GET', `/feedback/idea?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.ok(response.json().error.details.errors[query.split('=')[0] as string], response.body)
  }
})

test('users with feedback.read change the status of ideas', async () => {
  deps.now = () => new Date('2026-01-15T09:00:00Z')
  const { id, ...rest } = await suggest(ann)
  const url = `/feedback/idea/${id}`
  deps.now = () => new Date('2026-01-16T09:00:00Z')
  for (const status of ['planned', 'done', 'declined', 'new']) {
    const response = await admin.call('PUT', url, { status })
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json().item, { id, ...rest, status, updatedAt: '2026-01-16T09:00:00.000Z' })
  }
  for (const body of [{}, { status: 'old' }, { status: null }, { status: 'done', title: 'Mine' }]) {
    assert.equal((await admin.call('PUT', url, body)).statusCode, 422, JSON.stringify(body))
  }
  assert.equal((await ann.call('PUT', url, { status: 'done' })).statusCode, 403)
  assert.equal((await admin.call('PUT', '/feedback/idea/999999', { status: 'done' })).statusCode, 404)
})

test('an idea can be deleted by its author and by users with feedback.read', async () => {
  const [first, second] = [await suggest(ann), await suggest(ann)]
  assert.equal((await bob.call('DELETE', `/feedback/idea/${first.id}`)).statusCode, 403)
  const deletions = await Promise.all([1, 2].map(() => ann.call('DELETE', `/feedback/idea/${first.id}`)))
  assert.deepEqual(deletions.map(({ statusCode }) => statusCode).sort(), [200, 404])
  assert.equal((await admin.call('DELETE', `/feedback/idea/${second.id}`)).statusCode, 200)
  assert.equal((await ann.call('DELETE', `/feedback/idea/${second.id}`)).statusCode, 404)
  assert.equal((await ann.call('DELETE', '/feedback/idea/0')).statusCode, 422)
})

test('without the permission no status can be changed and no stats are shown', async () => {
  const before = await stats()
  const { items } = (await admin.call('GET', `/user-roles?userId=${bob.id}`)).json()
  for (const { id } of items) await admin.call('DELETE', `/user-roles/${id}`)
  const requests: [string, string, object?][] = [
    ['POST', '/feedback/rating', marks],
    ['POST', '/feedback/idea', idea],
    ['PUT', '/feedback/idea/1', { status: 'done' }],
    ['GET', '/feedback/stats'],
  ]
  for (const [method, url, body] of requests) {
    assert.equal((await bob.call(method as 'GET', url, body)).statusCode, 403, url)
  }
  assert.equal((await ann.call('GET', '/feedback/stats')).statusCode, 403)
  assert.equal((await bob.call('GET', '/feedback/idea')).statusCode, 200)
  for (const [method, url] of [...requests, ['GET', '/feedback/idea']]) {
    const response = await services.app.inject({ method: method as 'GET', url: url as string })
    assert.equal(response.statusCode, 401, url as string)
  }
  assert.deepEqual(await stats(), before)
})

test('stats without data have every key', async () => {
  await forget()
  const none = [0, 0, 0, 0, 0]
  assert.deepEqual(await stats(), {
    ratings: {
      count: 0,
      average: { speed: 0, functionality: 0, design: 0, usability: 0, overall: 0 },
      distribution: { speed: none, functionality: none, design: none, usability: none },
      trend: [],
    },
    ideas: {
      total: 0,
      byType: { feature: 0, bug: 0, improvement: 0, other: 0 },
      byStatus: { new: 0, planned: 0, done: 0, declined: 0 },
    },
  })
})

test('stats count marks, averages and weekly trends', async () => {
  await forget()
  const onDay = async (day: string, who: User, rating: object) => {
    deps.now = () => new Date(`${day}T12:00:00Z`)
    await rate(who, rating)
  }
  await onDay('2024-12-30', ann, { speed: 1, functionality: 1, design: 1, usability: 1 }) // 2025-W01
  await onDay('2025-07-20', ann, { speed: 1, functionality: 5, design: 1, usability: 1 }) // 2025-W29
  await onDay('2025-07-21', ann, { speed: 2, functionality: 5, design: 2, usability: 2 }) // 2025-W30
  await onDay('2025-12-29', ann, { speed: 5, functionality: 5, design: 4, usability: 5 }) // 2026-W01
  await onDay('2026-01-04', ann, { speed: 5, functionality: 5, design: 4, usability: 4 }) // 2026-W01
  await onDay('2026-01-04', admin, { speed: 5, functionality: 5, design: 4, usability: 4 })
  await onDay('2026-01-13', ann, { speed: 5, functionality: 5, design: 4, usability: 4 }) // 2026-W03
  deps.now = () => new Date('2026-01-18T23:00:00Z')
  const { ratings } = await stats()
  assert.deepEqual(ratings, {
    count: 7,
    average: { speed: 3.43, functionality: 4.43, design: 2.86, usability: 3, overall: 3.43 },
    distribution: {
      speed: [2, 1, 0, 0, 4],
      functionality: [1, 0, 0, 0, 6],
      design: [2, 1, 0, 4, 0],
      usability: [2, 1, 0, 3, 1],
    },
    trend: [
      { week: '2025-W30', count: 1, overall: 2.75 },
      { week: '2026-W01', count: 3, overall: 4.58 },
      { week: '2026-W03', count: 1, overall: 4.5 },
    ],
  })
})

test('stats count ideas by type and by status', async () => {
  await forget()
  for (const type of ['feature', 'feature', 'bug', 'improvement']) await suggest(ann, { type })
  const done = await suggest(admin, { type: 'bug' })
  await admin.call('PUT', `/feedback/idea/${done.id}`, { status: 'done' })
  assert.deepEqual((await stats()).ideas, {
    total: 5,
    byType: { feature: 2, bug: 2, improvement: 1, other: 0 },
    byStatus: { new: 4, planned: 0, done: 1, declined: 0 },
  })
})

longTest('lists and stats run a fixed number of statements, on indexes', async () => {
  await withoutTimeLimit(deps.db, async db => {
    await sql`insert into idea_feedback (user_id, type, title, description, status)
    select ${ann.id}, (array['feature', 'bug', 'improvement'])[1 + n % 3], 'Idea ' || n, md5(n::text),
      (array['planned', 'done', 'declined'])[1 + n % 3]
    from generate_series(1, 20000) as n`.execute(db)
    await sql`insert into rating_feedback (user_id, day, speed, functionality, design, usability)
    select ${ann.id}, date '1970-01-01' + n, 1, 1 + n % 5, 3, 5 from generate_series(1, 20000) as n`.execute(
      db,
    )
    await sql`vacuum analyze idea_feedback, rating_feedback`.execute(db)
  })
  const { statementsOf, plansOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, admin.token)
  await call('GET', '/users/me')
  // A list that ends on the page is not counted.
  const lists: [string, string, number][] = [
    ['limit=1000', 'idea_feedback_pkey', 2],
    [`userId=${bob.id}`, 'idea_feedback_user_id_idx', 1],
    ['type=other', 'idea_feedback_type_idx', 1],
    ['search=idea%2019999', 'idea_feedback_text_idx', 1],
  ]
  for (const [query, index, count] of lists) {
    const request = () => call('GET', `/feedback/idea?${query}`)
    assert.equal((await statementsOf(request)).length, count, query)
    assert.ok((await plansOf(request)).indexes.includes(index), query)
  }
  const request = () => call('GET', '/feedback/stats')
  assert.equal((await statementsOf(request)).length, 3)
  assert.ok((await plansOf(request)).indexes.includes('rating_feedback_day_idx'))
})

longTest('counting ideas does not read the users table', async () => {
  const { statementsOf, ...instance } = await startInstrumentedInstance(services)
  const call = as(instance, admin.token)
  await call('GET', '/users/me')
  const count = (await statementsOf(() => call('GET', '/feedback/idea'))).find(({ sql }) => /count/.test(sql))
  assert.ok(count)
  const steps = await explain(deps.db, count)
  assert.ok(steps.every(step => step['Relation Name'] !== 'users'))
})
