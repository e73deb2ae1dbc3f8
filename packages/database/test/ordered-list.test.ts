import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { GAP, type Neighbours, positionBetween } from '../src/ordered-list.ts'
import { connectTo, createEmptyDatabase } from './empty-database.ts'

interface Tables {
  things: { id: number; listId: number; position: number | null }
}

const RUNS = Number(process.env.MODEL_RUNS ?? 40)

const db = connectTo<Tables>(await createEmptyDatabase())
await sql`create table things (id bigint primary key, list_id bigint not null, position bigint,
  constraint things_position_key unique (list_id, position) deferrable initially deferred)`.execute(db)

let lists = 0

const pick = fc.option(fc.nat(12))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), after: pick, before: pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which: fc.nat(12),
      after: pick,
      before: pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat(12) }) },
  // Deep into one spot, so that the gap there runs out.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('squeeze' as const), which: fc.nat(12) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test(`any story of a list ends in the order that a plain model says (${RUNS} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
      const list = createList()
      for (const one of steps) await take(list, one)
    }),
    { numRuns: RUNS },
  )
})

test('the first thing stands at nothing, the next ones a gap apart, to the end and to the front', async () => {
  const list = createList()
  await list.put({})
  await list.put({})
  await list.put({ beforeId: list.ids[0] })
  assert.deepEqual(await list.positions(), [-GAP, 0, GAP])
})

test('a thing goes to its place in one written row', async () => {
  const list = createList()
  for (let count = 0; count < 4; count += 1) await list.put({})
  const [first, , , last] = list.ids as [number, number, number, number]
  await list.put({ movedId: last, afterId: first })
  assert.deepEqual(await list.positions(), [0, GAP / 2, GAP, 2 * GAP])
})

test('where no number is free any more the list is numbered anew, in the same order', async () => {
  const list = createList()
  await list.put({})
  await list.put({})
  const [first] = list.ids as [number]
  let [room, renumbered] = [GAP, 0]
  for (let drop = 0; drop < 100; drop += 1) {
    await list.put({ afterId: first })
    const [lower, upper] = (await list.positions()) as [number, number]
    if (upper - lower > room) renumbered += 1
    room = upper - lower
  }
  assert.equal(renumbered, 3, 'some twenty-eight drops for each')
  assert.deepEqual(await list.order(), list.ids)
})

test('the same where drops come before a neighbour', async () => {
  const list = createList()
  await list.put({})
  await list.put({})
  const last = list.ids[1]
  for (let drop = 0; drop < 70; drop += 1) await list.put({ beforeId: last })
  assert.deepEqual(await list.order(), list.ids)
})

test('what is numbered anew does not touch deleted things or other lists', async () => {
  const [list, other] = [createList(), createList()]
  for (const one of [list, other]) for (let count = 0; count < 3; count += 1) await one.put({})
  const [first, deleted] = list.ids as [number, number]
  await list.delete(deleted)
  for (let drop = 0; drop < 40; drop += 1) await list.put({ afterId: first })
  assert.deepEqual(await other.positions(), [0, GAP, 2 * GAP])
  const gone = await db.selectFrom('things').where('id', '=', deleted).select('position').executeTakeFirst()
  assert.deepEqual(gone, { position: null })
})

test('a neighbour of another list, one that has gone and the thing itself are no neighbours', async () => {
  const [list, other] = [createList(), createList()]
  for (const one of [list, other]) for (let count = 0; count < 3; count += 1) await one.put({})
  const [a, b, c] = list.ids as [number, number, number]
  await list.put({ movedId: a, afterId: other.ids[0] })
  assert.deepEqual(await list.order(), [b, c, a])
  await list.put({ movedId: a, afterId: 999_999_999, beforeId: c })
  assert.deepEqual(await list.order(), [b, a, c])
  await list.put({ movedId: a, afterId: a })
  assert.deepEqual(await list.order(), [b, c, a])
  assert.deepEqual(list.ids, [b, c, a])
})

type List = ReturnType<typeof createList>

async function take(list: List, one: Step) {
  const at = (index: number | null | undefined) => list.known[(index ?? 0) % Math.max(1, list.known.length)]
  const neighbours = (after: number | null, before: number | null): Neighbours => ({
    afterId: after === null ? undefined : at(after),
    beforeId: before === null ? undefined : at(before),
  })
  const present = (index: number) => list.ids[index % Math.max(1, list.ids.length)]
  if (one.kind === 'add') await list.put(neighbours(one.after, one.before))
  else if (one.kind === 'squeeze') {
    const afterId = present(one.which)
    for (let drop = 0; drop < 31; drop += 1) await list.put({ afterId })
  } else {
    const id = present(one.which)
    if (id === undefined) return
    if (one.kind === 'delete') await list.delete(id)
    else await list.put({ ...neighbours(one.after, one.before), movedId: id })
  }
  assert.deepEqual(await list.order(), list.ids, JSON.stringify(one))
}

/** A list in the database and, in `ids`, what a plain array makes of the same story. */
function createList() {
  lists += 1
  const listId = lists
  const ids: number[] = []
  const known: number[] = []
  const rows = () =>
    db
      .selectFrom('things')
      .where('listId', '=', listId)
      .where('position', 'is not', null)
      .select(['id', 'position'])
      .orderBy('position')
      .execute()
  return {
    ids,
    /** Those that are gone too. */
    known,
    order: async () => (await rows()).map(({ id }) => id),
    positions: async () => (await rows()).map(({ position }) => position as number),
    put: async (neighbours: Neighbours) => {
      const id = neighbours.movedId ?? listId * 100_000 + known.length
      await db.transaction().execute(async tx => {
        const position = await positionBetween<Tables>(
          tx,
          { table: 'things', of: 'list_id', id: listId },
          neighbours,
        )
        await tx
          .insertInto('things')
          .values({ id, listId, position })
          .onConflict(conflict => conflict.column('id').doUpdateSet({ position }))
          .execute()
      })
      if (neighbours.movedId === undefined) known.push(id)
      putInto(ids, id, neighbours)
    },
    delete: async (id: number) => {
      await db.updateTable('things').set({ position: null }).where('id', '=', id).execute()
      ids.splice(ids.indexOf(id), 1)
    },
  }
}

function putInto(ids: number[], id: number, { afterId, beforeId }: Neighbours) {
  if (ids.includes(id)) ids.splice(ids.indexOf(id), 1)
  const after = ids.indexOf(afterId ?? -1)
  const before = ids.indexOf(beforeId ?? -1)
  if (after >= 0) ids.splice(after + 1, 0, id)
  else if (before >= 0) ids.splice(before, 0, id)
  else ids.push(id)
}
