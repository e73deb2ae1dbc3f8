import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { countConnections } from '../src/connect.ts'
import { createOuterTransaction } from '../src/outer-transaction.ts'
import { inTransaction, type Subscriber, settleAll, WITHOUT_FLUSH } from '../src/transaction.ts'
import { connectTo } from './connect-to.ts'

interface Tables {
  things: { name: string }
}
type Event = { type: 'thing.created' | 'thing.noted'; thing: string }

const url = await createEmptyDatabase()
const db = connectTo<Tables>(url)
await sql`create table things (name text primary key)`.execute(db)

test('event handlers run inside the transaction', async () => {
  const seen: string[][] = []
  const subscribers = subscribe({
    onEvent: async tx => {
      seen.push(await listThings(tx))
      seen.push(await listThings(db))
      await insertThing(tx, 'note on chair')
    },
  })
  await inTransaction({ db, subscribers }, async (tx, emit) => {
    await insertThing(tx, 'chair')
    await emit({ type: 'thing.created', thing: 'chair' })
  })
  assert.deepEqual(seen, [['chair'], []])
  assert.deepEqual(await listThings(db), ['chair', 'note on chair'])
})

test('afterCommit runs after the commit with all events in order', async () => {
  const received: unknown[] = []
  const subscribers = subscribe({
    afterCommit: async events => void received.push(events, (await listThings(db)).includes('lamp')),
  })
  const result = await inTransaction({ db, subscribers }, async (tx, emit) => {
    await emit({ type: 'thing.created', thing: 'lamp' })
    await insertThing(tx, 'lamp')
    await emit({ type: 'thing.noted', thing: 'lamp' })
    return 'the result'
  })
  const names = ['thing.created', 'thing.noted'].map(type => ({ type, thing: 'lamp' }))
  assert.deepEqual(received, [names, true])
  assert.equal(result, 'the result')
})

test('beforeCommit runs once after the work and can roll it back', async () => {
  const received: string[][] = []
  const subscribers = subscribe({
    beforeCommit: async (tx, events) => {
      received.push(
        events.map(({ thing }) => thing),
        await listThings(tx),
      )
      if (events.length > 1) throw new Error('too many')
    },
  })
  const before = await listThings(db)
  const work = inTransaction({ db, subscribers }, async (tx, emit) => {
    await emit({ type: 'thing.created', thing: 'door' })
    await emit({ type: 'thing.noted', thing: 'door' })
    await insertThing(tx, 'door')
  })
  await assert.rejects(work, /too many/)
  assert.deepEqual(received, [['door', 'door'], [...before, 'door'].sort()])
  assert.deepEqual(await listThings(db), before)
})

test('events emitted by event handlers are handled', async () => {
  const handled: string[] = []
  let notified: readonly Event[] = []
  const subscribers = subscribe({
    onEvent: async (_tx, { type, thing }, { emit }) => {
      handled.push(type)
      if (type === 'thing.created') await emit({ type: 'thing.noted', thing })
    },
    afterCommit: events => {
      notified = events
    },
  })
  await inTransaction({ db, subscribers }, (_tx, emit) => emit({ type: 'thing.created', thing: 'desk' }))
  assert.deepEqual(handled, ['thing.created', 'thing.noted'])
  assert.deepEqual(
    notified.map(({ type }) => type),
    ['thing.created', 'thing.noted'],
  )
})

test('subscribers run in the order of the list, in every phase', async () => {
  const calls: string[] = []
  const create = (name: string): Subscriber<Tables, Event, string> => ({
    name,
    open: () => `state of ${name}`,
    onEvent: async (_tx, _event, { state }) => void calls.push(`onEvent, ${state}`),
    beforeCommit: async (_tx, _events, { state }) => void calls.push(`beforeCommit, ${state}`),
    afterCommit: (_events, state) => void calls.push(`afterCommit, ${state}`),
  })
  const subscribers = [create('first'), create('second')]
  await inTransaction({ db, subscribers }, (_tx, emit) => emit({ type: 'thing.created', thing: 'shelf' }))
  assert.deepEqual(
    calls,
    ['onEvent', 'beforeCommit', 'afterCommit'].flatMap(phase => [
      `${phase}, state of first`,
      `${phase}, state of second`,
    ]),
  )
})

test('an event that is emitted once the events have been recorded fails the transaction', async () => {
  const noted: Event = { type: 'thing.noted', thing: 'mirror' }
  const emitting: Subscriber<Tables, Event> = {
    name: 'emitting',
    beforeCommit: (_tx, _events, { emit }) => emit(noted),
  }
  const recording: Subscriber<Tables, Event> = {
    name: 'recording',
    isRecorder: true,
    beforeCommit: async (_tx, events) => void recorded.push(...events.map(({ type }) => type)),
  }
  const recorded: string[] = []
  const hangMirror = (subscribers: Subscriber<Tables, Event>[]) =>
    inTransaction({ db, subscribers }, async (tx, emit) => {
      await insertThing(tx, 'mirror')
      await emit({ type: 'thing.created', thing: 'mirror' })
    })
  await assert.rejects(hangMirror([recording, emitting]), /"thing.noted" was emitted after/)
  assert.equal((await listThings(db)).includes('mirror'), false)
  recorded.length = 0
  await hangMirror([emitting, recording])
  assert.deepEqual(recorded, ['thing.created', 'thing.noted'])
})

test('failed work leaves no row and publishes no event', async () => {
  const subscribers = subscribe({
    onEvent: tx => insertThing(tx, 'note on sofa'),
    afterCommit: failIfCalled,
  })
  const work = inTransaction({ db, subscribers }, async (tx, emit) => {
    await insertThing(tx, 'sofa')
    await emit({ type: 'thing.created', thing: 'sofa' })
    throw new Error('work failed')
  })
  await assert.rejects(work, /work failed/)
  assert.deepEqual(
    (await listThings(db)).filter(name => name.includes('sofa')),
    [],
  )
})

test('a failing event handler rolls the work back', async () => {
  const refuse = () => Promise.reject(new Error('handler failed'))
  const subscribers = subscribe({ onEvent: refuse, afterCommit: failIfCalled })
  const work = inTransaction({ db, subscribers }, async (tx, emit) => {
    await insertThing(tx, 'piano')
    await emit({ type: 'thing.created', thing: 'piano' })
  })
  await assert.rejects(work, /handler failed/)
  assert.equal((await listThings(db)).includes('piano'), false)
})

test('afterCommit does not run without events', async () => {
  await inTransaction({ db, subscribers: subscribe({ afterCommit: failIfCalled }) }, tx =>
    insertThing(tx, 'stool'),
  )
  assert.equal((await listThings(db)).includes('stool'), true)
})

test('deadlocked transactions are retried and both succeed', async () => {
  await insertThing(db, 'left')
  await insertThing(db, 'right')
  const tries = { left: 0, right: 0 }
  const lockThing = (tx: Kysely<Tables>, name: string) =>
    tx.selectFrom('things').where('name', '=', name).select('name').forUpdate().execute()
  const first = { left: Promise.withResolvers<void>(), right: Promise.withResolvers<void>() }
  const lockBoth = (own: 'left' | 'right', other: 'left' | 'right') =>
    inTransaction({ db, subscribers: subscribe({}) }, async tx => {
      tries[own] += 1
      await lockThing(tx, own)
      first[own].resolve()
      await first[other].promise
      await lockThing(tx, other)
    })
  await Promise.all([lockBoth('left', 'right'), lockBoth('right', 'left')])
  assert.ok(tries.left + tries.right > 2, 'one of them was retried')
})

test('a retried transaction has its own events and state', async () => {
  const stateful: Subscriber<Tables, Event, { things: string[] }> = {
    name: 'stateful',
    open: () => ({ things: [] }),
    onEvent: async (_tx, { thing }, { state }) => void state.things.push(thing),
    afterCommit: (events, state) => void committed.push(events.length, ...state.things),
  }
  const committed: unknown[] = []
  let attempts = 0
  await inTransaction({ db, subscribers: [stateful] }, async (_tx, emit) => {
    attempts += 1
    await emit({ type: 'thing.created', thing: `attempt ${attempts}` })
    if (attempts === 1) throw Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { code: '40P01' })
  })
  assert.deepEqual(committed, [1, 'attempt 2'])
})

test('a transaction is retried when a migration has changed its tables', async () => {
  await sql`create table shapes (name text)`.execute(db)
  const pool = connectTo<{ shapes: { name: string; sides?: number } }>(url, { size: 1 })
  const received: Event[] = []
  const subscribers = subscribe({ afterCommit: events => void received.push(...events) })
  const draw = (name: string) =>
    inTransaction({ db: pool, subscribers: subscribers as never }, async (tx, emit) => {
      await emit({ type: 'thing.created', thing: name } as never)
      await tx.insertInto('shapes').values({ name }).execute()
      return tx.selectFrom('shapes').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
    })
  assert.deepEqual(await draw('line'), { name: 'line' })
  await sql`alter table shapes add column sides int4`.execute(db)
  assert.deepEqual(await draw('square'), { name: 'square', sides: null })
  assert.deepEqual(
    received.map(({ thing }) => thing),
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

test('transactions inside an outer one roll back alone and commit with it', async () => {
  const outer = createOuterTransaction(db, tx => insertThing(tx, 'outer'))
  const notified: string[] = []
  const subscribers = subscribe({
    afterCommit: events => void notified.push(...events.map(({ type }) => type)),
  })
  const transacting = { db, subscribers }
  await outer.open()
  await outer.run(async () => {
    await inTransaction(transacting, async (tx, emit) => {
      await insertThing(tx, 'inner')
      await emit({ type: 'thing.created', thing: 'inner' })
    })
    const failing = inTransaction(transacting, async tx => {
      await insertThing(tx, 'undone')
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    await insertThing(db, 'beside')
  })
  assert.deepEqual(notified, [], 'nothing is published before the commit')
  const names = ['outer', 'inner', 'undone', 'beside']
  const seen = async () => (await listThings(db)).filter(name => names.includes(name))
  assert.deepEqual(await seen(), [])
  await outer.commit()
  assert.deepEqual(await seen(), ['beside', 'inner', 'outer'])
  assert.deepEqual(notified, ['thing.created'])
})

test('rolling back an outer transaction leaves no row and publishes no event', async () => {
  const outer = createOuterTransaction(db, tx => insertThing(tx, 'opened'))
  await outer.run(async () => {
    await insertThing(db, 'statement') // opens the outer transaction
    await inTransaction({ db, subscribers: subscribe({ afterCommit: failIfCalled }) }, async (tx, emit) => {
      await insertThing(tx, 'lost')
      await emit({ type: 'thing.created', thing: 'inner' })
    })
  })
  await outer.rollback()
  const things = await listThings(db)
  assert.deepEqual(
    things.filter(name => ['statement', 'lost', 'opened'].includes(name)),
    [],
  )
})

test('an outer transaction that is started again has only what was done since', async () => {
  const notified: string[] = []
  const subscribers = subscribe({
    afterCommit: events => void notified.push(...events.map(({ thing }) => thing)),
  })
  const outer = createOuterTransaction(db, tx => insertThing(tx, 'claimed'))
  await outer.open()
  await outer.run(async () => {
    const work = (name: string) =>
      inTransaction({ db, subscribers }, async (tx, emit) => {
        await insertThing(tx, name)
        await emit({ type: 'thing.created', thing: name })
      })
    await work('first attempt')
    await assert.rejects(sql`select 1 / 0`.execute(db))
    await outer.restart()
    await work('second attempt')
  })
  await outer.commit()
  const names = (await listThings(db)).filter(name => /claimed|attempt/.test(name))
  assert.deepEqual([names, notified], [['claimed', 'second attempt'], ['second attempt']])
})

test('an outer transaction whose commit fails releases its connection', async () => {
  await sql`create table places (place int unique deferrable initially deferred)`.execute(db)
  const outer = createOuterTransaction(db, async tx => {
    await sql`insert into places values (1), (1)`.execute(tx)
  })
  await outer.open()
  await assert.rejects(outer.commit(), { code: '23505' })
  const { open, idle } = countConnections(db)
  assert.equal(idle, open)
})

test('the first transaction inside an outer one is undone if the outer one cannot begin', async () => {
  const outer = createOuterTransaction(db, async tx => {
    await insertThing(tx, 'claimed in vain')
    throw new Error('taken')
  })
  const inner = outer.run(() =>
    inTransaction({ db, subscribers: subscribe({ afterCommit: failIfCalled }) }, tx =>
      insertThing(tx, 'done in vain'),
    ),
  )
  await assert.rejects(inner, /taken/)
  await outer.rollback()
  assert.deepEqual(
    (await listThings(db)).filter(name => name.endsWith('in vain')),
    [],
  )
  const { open, idle } = countConnections(db)
  assert.equal(idle, open)
})

test('an outer transaction begins again with the first one inside that is retried', async () => {
  let attempts = 0
  const outer = createOuterTransaction(db, tx => insertThing(tx, 'begun'))
  await outer.run(() =>
    inTransaction({ db, subscribers: subscribe({}) }, async tx => {
      attempts += 1
      await insertThing(tx, `attempt ${attempts}`)
      if (attempts === 1) await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx)
    }),
  )
  await outer.commit(tx => insertThing(tx, 'last'))
  const names = ['begun', 'attempt 1', 'attempt 2', 'last']
  assert.deepEqual(
    (await listThings(db)).filter(name => names.includes(name)),
    ['attempt 2', 'begun', 'last'],
  )
})

test('if the last statement of an outer transaction fails, nothing is committed', async () => {
  const outer = createOuterTransaction(db, tx => insertThing(tx, 'not committed'))
  await outer.open()
  await assert.rejects(
    outer.commit(tx => sql`select 1 / 0`.execute(tx)),
    { code: '22012' },
  )
  assert.equal((await listThings(db)).includes('not committed'), false)
  const { open, idle } = countConnections(db)
  assert.equal(idle, open)
})

test('work that outlives an outer transaction gets its own transaction', async () => {
  let opened = 0
  const outer = createOuterTransaction(db, async () => {
    opened += 1
  })
  const ended = Promise.withResolvers<void>()
  await outer.open()
  const late = outer.run(async () => {
    await ended.promise
    await inTransaction({ db, subscribers: subscribe({}) }, tx => insertThing(tx, 'late'))
  })
  await outer.commit()
  ended.resolve()
  await late
  assert.equal((await listThings(db)).includes('late'), true)
  assert.equal(opened, 1)
})

function subscribe(hooks: Omit<Subscriber<Tables, Event, undefined>, 'name'>) {
  return [{ name: 'test', ...hooks }]
}

function failIfCalled() {
  assert.fail('afterCommit was called')
}

async function insertThing(tx: Kysely<Tables>, name: string) {
  await tx.insertInto('things').values({ name }).execute()
}

async function listThings(tx: Kysely<Tables>) {
  const rows = await tx.selectFrom('things').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

test('a statement that is sent with the commit is part of the transaction', async () => {
  const transacting = { db, subscribers: subscribe({ afterCommit: failIfCalled }) }
  const work = inTransaction(transacting, async (tx, _emit, { sendWithCommit }) => {
    await insertThing(tx, 'first')
    sendWithCommit(insertThing(tx, 'second'))
    sendWithCommit(insertThing(tx, 'second'))
  })
  await assert.rejects(work, { code: '23505' })
  assert.deepEqual(
    (await listThings(db)).filter(name => ['first', 'second'].includes(name)),
    [],
  )
  await inTransaction(transacting, async (tx, _emit, { sendWithCommit }) => {
    sendWithCommit(insertThing(tx, 'third'))
  })
  assert.ok((await listThings(db)).includes('third'))
})

test('nothing is sent on behalf of a transaction that has ended', async () => {
  let insertLate: (() => Promise<unknown>) | undefined
  await inTransaction({ db, subscribers: subscribe({}) }, async tx => {
    insertLate = () => insertThing(tx, 'too late')
    await insertThing(tx, 'in time')
  })
  await assert.rejects(async () => insertLate?.(), /the transaction has ended/)
  assert.ok(!(await listThings(db)).includes('too late'))
})

test('concurrent work ends before the first error in its order is thrown', async () => {
  let hasEnded = false
  const slow = setTimeout(30).then(() => {
    hasEnded = true
    throw new Error('slow')
  })
  await assert.rejects(settleAll([slow, Promise.reject(new Error('quick'))]), /slow/)
  assert.ok(hasEnded)
  assert.deepEqual(await settleAll([1, Promise.resolve('two')]), [1, 'two'])
})

test('a statement without a flush is committed, and later ones wait for the disk as before', async () => {
  const settings = sql`select current_setting('synchronous_commit') as setting`
  const { rows: before } = await settings.execute(db)
  await insertThing(db, 'counted')
  await sql`update things set name = 'recounted' where name = 'counted' and ${WITHOUT_FLUSH}`.execute(db)
  assert.ok((await listThings(db)).includes('recounted'))
  assert.deepEqual((await settings.execute(db)).rows, before)
})
