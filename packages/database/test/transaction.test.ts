import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { countConnections } from '../src/connect.ts'
import { createOuterTransaction } from '../src/outer-transaction.ts'
import { inTransaction, type Subscriptions } from '../src/transaction.ts'
import { connectTo, createEmptyDatabase } from './empty-database.ts'

interface Tables {
  things: { name: string }
}
type Event = { type: 'thing.made' | 'thing.noted'; thing: string }

const url = await createEmptyDatabase()
const db = connectTo<Tables>(url)
await sql`create table things (name text primary key)`.execute(db)

test('what an event makes happen sees the transaction and belongs to it', async () => {
  const seen: string[][] = []
  const subscriptions = subscribe({
    inTransaction: async tx => {
      seen.push(await thingsIn(tx))
      seen.push(await thingsIn(db))
      await make(tx, 'note on chair')
    },
  })
  await inTransaction({ db, subscriptions }, async (tx, emit) => {
    await make(tx, 'chair')
    await emit({ type: 'thing.made', thing: 'chair' })
  })
  assert.deepEqual(seen, [['chair'], []])
  assert.deepEqual(await thingsIn(db), ['chair', 'note on chair'])
})

test('what comes after the commit comes after it, with every event in order', async () => {
  const heard: unknown[] = []
  const subscriptions = subscribe({
    afterCommit: async ({ events }) => void heard.push(events, (await thingsIn(db)).includes('lamp')),
  })
  const result = await inTransaction({ db, subscriptions }, async (tx, emit) => {
    await emit({ type: 'thing.made', thing: 'lamp' })
    await make(tx, 'lamp')
    await emit({ type: 'thing.noted', thing: 'lamp' })
    return 'the result'
  })
  const names = ['thing.made', 'thing.noted'].map(type => ({ type, thing: 'lamp' }))
  assert.deepEqual(heard, [names, true])
  assert.equal(result, 'the result')
})

test('what comes before the commit comes once, after all the work, and can undo it', async () => {
  const heard: string[][] = []
  const subscriptions = subscribe({
    beforeCommit: async (tx, { events }) => {
      heard.push(
        events.map(({ thing }) => thing),
        await thingsIn(tx),
      )
      if (events.length > 1) throw new Error('too many')
    },
  })
  const before = await thingsIn(db)
  const work = inTransaction({ db, subscriptions }, async (tx, emit) => {
    await emit({ type: 'thing.made', thing: 'door' })
    await emit({ type: 'thing.noted', thing: 'door' })
    await make(tx, 'door')
  })
  await assert.rejects(work, /too many/)
  assert.deepEqual(heard, [['door', 'door'], [...before, 'door'].sort()])
  assert.deepEqual(await thingsIn(db), before)
})

test('an event that an event emits is handled too', async () => {
  const handled: string[] = []
  let told: Event[] = []
  const subscriptions = subscribe({
    inTransaction: async (_tx, { type, thing }, { emit }) => {
      handled.push(type)
      if (type === 'thing.made') await emit({ type: 'thing.noted', thing })
    },
    afterCommit: ({ events }) => {
      told = events
    },
  })
  await inTransaction({ db, subscriptions }, (_tx, emit) => emit({ type: 'thing.made', thing: 'desk' }))
  assert.deepEqual(handled, ['thing.made', 'thing.noted'])
  assert.deepEqual(
    told.map(({ type }) => type),
    ['thing.made', 'thing.noted'],
  )
})

test('work that fails leaves no row and no word of its events', async () => {
  const subscriptions = subscribe({ inTransaction: tx => make(tx, 'note on sofa'), afterCommit: tellNobody })
  const work = inTransaction({ db, subscriptions }, async (tx, emit) => {
    await make(tx, 'sofa')
    await emit({ type: 'thing.made', thing: 'sofa' })
    throw new Error('changed my mind')
  })
  await assert.rejects(work, /changed my mind/)
  assert.deepEqual(
    (await thingsIn(db)).filter(name => name.includes('sofa')),
    [],
  )
})

test('an event that cannot be handled undoes the work', async () => {
  const refuse = () => Promise.reject(new Error('no room for it'))
  const subscriptions = subscribe({ inTransaction: refuse, afterCommit: tellNobody })
  const work = inTransaction({ db, subscriptions }, async (tx, emit) => {
    await make(tx, 'piano')
    await emit({ type: 'thing.made', thing: 'piano' })
  })
  await assert.rejects(work, /no room for it/)
  assert.equal((await thingsIn(db)).includes('piano'), false)
})

test('work without events tells nobody', async () => {
  await inTransaction({ db, subscriptions: subscribe({ afterCommit: tellNobody }) }, tx => make(tx, 'stool'))
  assert.equal((await thingsIn(db)).includes('stool'), true)
})

test('two transactions that wait for each other both succeed in the end', async () => {
  await make(db, 'left')
  await make(db, 'right')
  const tries = { left: 0, right: 0 }
  const hold = (tx: Kysely<Tables>, name: string) =>
    tx.selectFrom('things').where('name', '=', name).select('name').forUpdate().execute()
  const first = { left: Promise.withResolvers<void>(), right: Promise.withResolvers<void>() }
  const lock = (own: 'left' | 'right', other: 'left' | 'right') =>
    inTransaction({ db, subscriptions: subscribe({}) }, async tx => {
      tries[own] += 1
      await hold(tx, own)
      first[own].resolve()
      await first[other].promise
      await hold(tx, other)
    })
  await Promise.all([lock('left', 'right'), lock('right', 'left')])
  assert.ok(tries.left + tries.right > 2, 'one of them began anew')
})

test('a transaction that starts again has events and state of its own', async () => {
  const stateful: Subscriptions<Tables, Event, { things: string[] }> = {
    createState: () => ({ things: [] }),
    inTransaction: async (_tx, { thing }, { state }) => void state.things.push(thing),
    afterCommit: ({ events, state }) => void committed.push(events.length, ...state.things),
  }
  const committed: unknown[] = []
  let attempts = 0
  await inTransaction({ db, subscriptions: stateful }, async (_tx, emit) => {
    attempts += 1
    await emit({ type: 'thing.made', thing: `attempt ${attempts}` })
    if (attempts === 1) throw Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { code: '40P01' })
  })
  assert.deepEqual(committed, [1, 'attempt 2'])
})

test('a transaction whose tables a migration has changed starts again', async () => {
  await sql`create table shapes (name text)`.execute(db)
  const pool = connectTo<{ shapes: { name: string; sides?: number } }>(url, { size: 1 })
  const heard: Event[] = []
  const subscriptions = subscribe({ afterCommit: ({ events }) => void heard.push(...events) })
  const draw = (name: string) =>
    inTransaction({ db: pool, subscriptions: subscriptions as never }, async (tx, emit) => {
      await emit({ type: 'thing.made', thing: name } as never)
      await tx.insertInto('shapes').values({ name }).execute()
      return tx.selectFrom('shapes').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
    })
  assert.deepEqual(await draw('line'), { name: 'line' })
  await sql`alter table shapes add column sides int4`.execute(db)
  assert.deepEqual(await draw('square'), { name: 'square', sides: null })
  assert.deepEqual(
    heard.map(({ thing }) => thing),
    ['line', 'square'],
  )

  const outer = createOuterTransaction(pool, async tx => {
    await tx.selectFrom('shapes').selectAll().where('name', '=', 'line').execute()
  })
  await outer.open()
  await outer.rollback()
  await sql`alter table shapes drop column sides`.execute(db)
  await outer.open()
  assert.deepEqual(await outer.run(() => draw('circle')), { name: 'circle' })
  await outer.commit()
})

test('transactions inside an outer one are undone alone, and committed with it', async () => {
  const outer = createOuterTransaction(db, tx => make(tx, 'outer'))
  const told: string[] = []
  const subscriptions = subscribe({
    afterCommit: ({ events }) => void told.push(...events.map(({ type }) => type)),
  })
  const transacting = { db, subscriptions }
  await outer.open()
  await outer.run(async () => {
    await inTransaction(transacting, async (tx, emit) => {
      await make(tx, 'inner')
      await emit({ type: 'thing.made', thing: 'inner' })
    })
    const failing = inTransaction(transacting, async tx => {
      await make(tx, 'undone')
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    await make(db, 'beside')
  })
  assert.deepEqual(told, [], 'not before the commit')
  const names = ['outer', 'inner', 'undone', 'beside']
  const seen = async () => (await thingsIn(db)).filter(name => names.includes(name))
  assert.deepEqual(await seen(), [])
  await outer.commit()
  assert.deepEqual(await seen(), ['beside', 'inner', 'outer'])
  assert.deepEqual(told, ['thing.made'])
})

test('an outer transaction that is rolled back leaves nothing and tells nobody', async () => {
  const outer = createOuterTransaction(db, tx => make(tx, 'opened'))
  await outer.run(async () => {
    await make(db, 'before it') // it is opened by the first transaction
    await inTransaction({ db, subscriptions: subscribe({ afterCommit: tellNobody }) }, async (tx, emit) => {
      await make(tx, 'lost')
      await emit({ type: 'thing.made', thing: 'inner' })
    })
  })
  await outer.rollback()
  const things = await thingsIn(db)
  assert.deepEqual(
    [things.includes('before it'), things.includes('lost'), things.includes('opened')],
    [true, false, false],
  )
})

test('an outer transaction whose commit fails gives its connection back', async () => {
  await sql`create table places (place int unique deferrable initially deferred)`.execute(db)
  const outer = createOuterTransaction(db, async tx => {
    await sql`insert into places values (1), (1)`.execute(tx)
  })
  await outer.open()
  await assert.rejects(outer.commit(), { code: '23505' })
  const { open, idle } = countConnections(db)
  assert.equal(idle, open)
})

test('work that outlives an outer transaction is a transaction of its own', async () => {
  let begun = 0
  const outer = createOuterTransaction(db, async () => {
    begun += 1
  })
  const ended = Promise.withResolvers<void>()
  await outer.open()
  const late = outer.run(async () => {
    await ended.promise
    await inTransaction({ db, subscriptions: subscribe({}) }, tx => make(tx, 'late'))
  })
  await outer.commit()
  ended.resolve()
  await late
  assert.equal((await thingsIn(db)).includes('late'), true)
  assert.equal(begun, 1)
})

function subscribe(subscriptions: Partial<Subscriptions<Tables, Event, undefined>>) {
  return {
    createState: () => undefined,
    inTransaction: async () => {},
    afterCommit: () => {},
    ...subscriptions,
  }
}

function tellNobody() {
  assert.fail('somebody was told')
}

async function make(tx: Kysely<Tables>, name: string) {
  await tx.insertInto('things').values({ name }).execute()
}

async function thingsIn(tx: Kysely<Tables>) {
  const rows = await tx.selectFrom('things').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
