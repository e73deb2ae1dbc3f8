import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import fc from 'fast-check'
import { sql } from 'kysely'
import { GAP, type Neighbours, positionBetween } from '../src/ordered-list.ts'
import { connectTo } from './connect-to.ts'

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
  // Many inserts at one place, so that the gap runs out.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('squeeze' as const), which: fc.nat(12) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test(`any sequence of changes matches a plain array (${RUNS} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
      const list = createList()
      for (const each of steps) await applyStep(list, each)
    }),
    { numRuns: RUNS },
  )
})

test('the first position is 0, and the next ones are a gap apart at either end', async () => {
  const list = createList()
  await list.put({})
  await list.put({})
  await list.put({ beforeId: list.ids[0] })
  assert.deepEqual(await list.positions(), [-GAP, 0, GAP])
})

test('a move updates one row', async () => {
  const list = createList()
  for (let count = 0; count < 4; count += 1) await list.put({})
  const [first, , , last] = list.ids as [number, number, number, number]
  await list.put({ movedId: last, afterId: first })
  assert.deepEqual(await list.positions(), [0, GAP / 2, GAP, 2 * GAP])
})

test('the list is renumbered in the same order when a gap runs out', async () => {
  const list = createList()
  await list.put({})
  await list.put({})
  const [first] = list.ids as [number]
  let [room, renumbered] = [GAP, 0]
  for (let insert = 0; insert < 100; insert += 1) {
    await list.put({ afterId: first })
    const [lower, upper] = (await list.positions()) as [number, number]
    if (upper - lower > room) renumbered += 1
    room = upper - lower
  }
  assert.equal(renumbered, 3, 'once per about 28 inserts')
  assert.deepEqual(await list.order(), list.ids)
})

test('the list is renumbered for inserts before a neighbour, too', async () => {
  const list = createList()
  await list.put({})
  await list.put({})
  const last = list.ids[1]
  for (let insert = 0; insert < 70; insert += 1) await list.put({ beforeId: last })
  assert.deepEqual(await list.order(), list.ids)
})

test('renumbering does not change deleted items or other lists', async () => {
  const [list, other] = [createList(), createList()]
  for (const one of [list, other]) for (let count = 0; count < 3; count += 1) await one.put({})
  const [first, deleted] = list.ids as [number, number]
  await list.delete(deleted)
  for (let insert = 0; insert < 40; insert += 1) await list.put({ afterId: first })
  assert.deepEqual(await other.positions(), [0, GAP, 2 * GAP])
  const gone = await db.selectFrom('things').where('id', '=', deleted).select('position').executeTakeFirst()
  assert.deepEqual(gone, { position: null })
})

test('neighbours that are deleted, of another list or the item itself are ignored', async () => {
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

async function applyStep(list: List, step: Step) {
  const at = (index: number | null | undefined) => list.known[(index ?? 0) % Math.max(1, list.known.length)]
  const neighbours = (after: number | null, before: number | null): Neighbours => ({
    afterId: after === null ? undefined : at(after),
    beforeId: before === null ? undefined : at(before),
  })
  const present = (index: number) => list.ids[index % Math.max(1, list.ids.length)]
  if (step.kind === 'add') await list.put(neighbours(step.after, step.before))
  else if (step.kind === 'squeeze') {
    const afterId = present(step.which)
    for (let insert = 0; insert < 31; insert += 1) await list.put({ afterId })
  } else {
    const id = present(step.which)
    if (id === undefined) return
    if (step.kind === 'delete') await list.delete(id)
    else await list.put({ ...neighbours(step.after, step.before), movedId: id })
  }
  assert.deepEqual(await list.order(), list.ids, JSON.stringify(step))
}

/** A list in the database, and in `ids` a plain array with the same changes. */
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
    /** Includes deleted items. */
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
      insertBetween(ids, id, neighbours)
    },
    delete: async (id: number) => {
      await db.updateTable('things').set({ position: null }).where('id', '=', id).execute()
      ids.splice(ids.indexOf(id), 1)
    },
  }
}

function insertBetween(ids: number[], id: number, { afterId, beforeId }: Neighbours) {
  if (ids.includes(id)) ids.splice(ids.indexOf(id), 1)
  const after = ids.indexOf(afterId ?? -1)
  const before = ids.indexOf(beforeId ?? -1)
  if (after >= 0) ids.splice(after + 1, 0, id)
  else if (before >= 0) ids.splice(before, 0, id)
  else ids.push(id)
}
