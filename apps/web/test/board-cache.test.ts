import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  cardOf,
  findCard,
  orderColumns,
  patchCard,
  patchColumn,
  positionAt,
  withCard,
  withoutCard,
} from '../src/data/boards/board-cache.ts'
import { singleLane } from '../src/features/boards/board/board-lanes.ts'
import { placeAt, placeOf, withCardAt, withMoves } from '../src/features/boards/board/card-place.ts'
import { shownColumns } from '../src/features/boards/board/shown-columns.ts'
import { nextCard, nextPlace } from '../src/features/boards/keyboard/card-steps.ts'
import { board, card, column, layout, task } from './records.ts'

const twoColumns = () => board([column(1, [card(1), card(2), card(3)]), column(2, [])])

test('a card is inserted into its column by position and removed from the previous one', () => {
  const moved = withCard(twoColumns(), card(2, { columnId: 2 }))
  assert.deepEqual(layout(moved), [[1, 3], [2]])
  assert.deepEqual(
    moved.columns.map(({ taskCount }) => taskCount),
    [2, 1],
  )
  assert.deepEqual(layout(withCard(moved, card(2, { position: 350 }))), [[1, 3, 2], []])
  assert.deepEqual(layout(withCard(moved, card(4, { position: 50 }))), [[4, 1, 3], [2]])
})

test('an existing card is replaced without being counted twice', () => {
  const renamed = withCard(twoColumns(), card(2, { title: 'New' }))
  assert.deepEqual(layout(renamed), [[1, 2, 3], []])
  assert.equal(renamed.columns[0]?.taskCount, 3)
  assert.equal(findCard(renamed, 2)?.title, 'New')
})

test('the count of a column includes cards that are not loaded', () => {
  const long = board([column(1, [card(1)], { taskCount: 5000 })])
  assert.equal(withCard(long, card(2)).columns[0]?.taskCount, 5001)
  assert.equal(withoutCard(long, 1).columns[0]?.taskCount, 4999)
  assert.equal(withoutCard(long, 99).columns[0]?.taskCount, 5000, 'a card that is not shown')
})

test('a card that moves to an unknown column is removed', () => {
  assert.deepEqual(layout(withCard(twoColumns(), card(1, { columnId: 9 }))), [[2, 3], []])
})

test('a column that does not change stays the same object, so it does not render again', () => {
  const before = twoColumns()
  const after = patchCard(before, 2, { title: 'New' })
  assert.equal(after.columns[1], before.columns[1])
  assert.equal(withoutCard(before, 99).columns[0], before.columns[0])
  assert.equal(findCard(before, 2)?.title, 'Task 2', 'the board that was there is not touched')
})

test('columns are patched by id, and ordered with unlisted ones last', () => {
  const three = board([column(1, []), column(2, []), column(3, [])])
  assert.equal(patchColumn(three, 2, { title: 'Doing' }).columns[1]?.title, 'Doing')
  const ids = orderColumns(three, [3, 1]).columns.map(({ id }) => id)
  assert.deepEqual(ids, [3, 1, 2])
})

test('a position is between its neighbors, at the ends and in an empty column, too', () => {
  const cards = [card(1), card(2)]
  assert.equal(positionAt([], 0), 0)
  assert.ok(positionAt(cards, 0) < 100)
  assert.equal(positionAt(cards, 1), 150)
  assert.ok(positionAt(cards, 2) > 200)
})

test('a task becomes a card with sticker ids, at the top while it has no position', () => {
  const sticker = { id: 5, projectId: null, name: 'Client', color: '#ff0000', icon: null }
  const made = cardOf(task(1, { stickers: [sticker], position: null }))
  assert.deepEqual([made.stickerIds, made.position], [[5], 0])
})

test('a pending move places the card next to its neighbors, or at the end without them', () => {
  const place = { columnId: 1, afterTaskId: null, beforeTaskId: null }
  const moved = (change: object) => layout(withMoves(twoColumns(), [{ taskId: 1, ...place, ...change }]))
  assert.deepEqual(moved({ afterTaskId: 3 }), [[2, 3, 1], []])
  assert.deepEqual(moved({ afterTaskId: 99, beforeTaskId: 3 }), [[2, 1, 3], []])
  assert.deepEqual(moved({ afterTaskId: 99, beforeTaskId: 98 }), [[2, 3, 1], []])
  assert.deepEqual(moved({ columnId: 2 }), [[2, 3], [1]])
  assert.deepEqual(moved({ columnId: 99 }), [[1, 2, 3], []])
})

test('a move into a done column completes a card, and a move out of it reopens it', () => {
  const done = board([
    column(1, [card(1)]),
    column(2, [card(2, { completedAt: '2026-01-02' })], { isDone: true }),
  ])
  const to = (taskId: number, columnId: number) => ({
    taskId,
    columnId,
    afterTaskId: null,
    beforeTaskId: null,
  })
  assert.ok(findCard(withMoves(done, [to(1, 2)]), 1)?.completedAt)
  assert.equal(findCard(withMoves(done, [to(2, 1)]), 2)?.completedAt, null)
  assert.equal(findCard(withMoves(done, [to(2, 2)]), 2)?.completedAt, '2026-01-02')
})

test('after any move, moving back to the previous place restores the board', () => {
  const spot = fc.record({
    taskId: fc.constantFrom(1, 2, 3),
    columnId: fc.constantFrom(1, 2),
    index: fc.nat(3),
  })
  fc.assert(
    fc.property(spot, ({ taskId, columnId, index }) => {
      const before = twoColumns()
      const from = placeOf(before, taskId)
      assert.ok(from)
      const others =
        before.columns.find(({ id }) => id === columnId)?.tasks.filter(({ id }) => id !== taskId) ?? []
      const there = withMoves(before, [{ taskId, ...placeAt(columnId, others, index) }])
      assert.equal(there.columns.flatMap(({ tasks }) => tasks).length, 3)
      assert.deepEqual(layout(withMoves(there, [{ taskId, ...from }])), layout(before))
    }),
  )
})

const noneFolded = { unfolded: new Set<number>(), collapsed: new Set<number>() }

const shown = (...columns: number[][]) =>
  singleLane(
    shownColumns(
      board(
        columns.map((ids, at) =>
          column(
            at + 1,
            ids.map(id => card(id)),
          ),
        ),
      ),
      undefined,
      noneFolded,
    ),
  )

test('arrows move to the next card, and sideways past empty columns to the same row', () => {
  const lanes = shown([1, 2, 3], [], [4, 5])
  const next = (id: number, key: string) => nextCard(lanes, id, key)?.id
  assert.deepEqual([next(1, 'ArrowDown'), next(2, 'ArrowUp'), next(1, 'ArrowUp')], [2, 1, undefined])
  assert.deepEqual([next(3, 'ArrowRight'), next(4, 'ArrowLeft'), next(4, 'ArrowRight')], [5, 1, undefined])
  assert.deepEqual([next(2, 'Home'), next(2, 'End'), next(99, 'End')], [1, 3, undefined])
})

test('a picked-up card can be moved into empty columns, and stops at the edges', () => {
  const lanes = shown([1, 2], [], [3])
  const place = (key: string, from = lanes) => nextPlace(from, 1, key)?.place
  assert.deepEqual(place('ArrowDown'), { columnId: 1, afterTaskId: 2, beforeTaskId: null })
  assert.deepEqual(place('ArrowRight'), { columnId: 2, afterTaskId: null, beforeTaskId: null })
  assert.deepEqual([place('ArrowUp'), place('ArrowLeft')], [undefined, undefined])
  const { columnId, afterTaskId, beforeTaskId } = place('ArrowRight') ?? {}
  assert.ok(columnId)
  const carried = withCardAt(lanes, 1, '', {
    columnId,
    afterTaskId: afterTaskId ?? null,
    beforeTaskId: beforeTaskId ?? null,
  })
  assert.deepEqual(
    carried[0]?.cells.map(({ cards }) => cards.map(({ id }) => id)),
    [[2], [1], [3]],
  )
})

test('filters hide and count cards; a long done column shows the latest fifty until it is unfolded', () => {
  const day = (id: number) => `2026-01-01T00:00:${String(id).padStart(2, '0')}.000Z`
  const done = Array.from({ length: 60 }, (_, at) => card(at, { completedAt: day(at) }))
  const full = board([column(1, done, { isDone: true })])
  const [folded] = shownColumns(full, undefined, noneFolded)
  assert.deepEqual([folded?.cards.length, folded?.foldedCount, folded?.hiddenCount], [50, 10, 0])
  assert.equal(folded?.cards[0]?.id, 10, 'the oldest are folded away')
  assert.equal(shownColumns(full, undefined, { ...noneFolded, unfolded: new Set([1]) })[0]?.cards.length, 60)
  const [filtered] = shownColumns(full, ({ id }) => id < 20, noneFolded)
  assert.deepEqual([filtered?.cards.length, filtered?.foldedCount, filtered?.hiddenCount], [20, 0, 40])
})
