import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleLane } from '../src/features/boards/board/board-lanes.ts'
import { placeInGap } from '../src/features/boards/board/card-place.ts'
import { shownColumns } from '../src/features/boards/board/shown-columns.ts'
import { savedIds } from '../src/features/boards/columns/collapsed-columns.ts'
import { gapIndexAt, rowShift } from '../src/features/boards/drag/gap.ts'
import { nextCard } from '../src/features/boards/keyboard/card-steps.ts'
import { board, card, column } from './records.ts'

const columns = shownColumns(
  board([column(1, [card(1), card(2), card(3)]), column(2, [card(4)]), column(3, [card(5)])]),
  undefined,
  { unfolded: new Set(), collapsed: new Set([2]) },
)

test('the gap is before a row in its upper half and after it in its lower half', () => {
  const row = { index: 2, start: 200, size: 100 }
  assert.deepEqual([gapIndexAt(row, 249), gapIndexAt(row, 251), gapIndexAt(undefined, 80)], [2, 3, 0])
})

test('rows close behind a dragged card and open where it would be dropped', () => {
  const dragged = { index: 1, size: 50 }
  const shifts = (gap?: { index: number; size: number }, from?: typeof dragged) =>
    [0, 1, 2, 3].map(index => rowShift(index, from, gap))
  assert.deepEqual(shifts(undefined, dragged), [0, 0, -50, -50])
  assert.deepEqual(shifts({ index: 3, size: 50 }, dragged), [0, 0, -50, 0])
  assert.deepEqual(shifts({ index: 0, size: 50 }, dragged), [50, 50, 0, 0])
  assert.deepEqual(shifts({ index: 2, size: 30 }), [0, 0, 30, 30], 'a card of another column')
})

test('a card dropped into a gap gets its neighbors, or goes to the end without one', () => {
  const [first, second] = columns
  assert.ok(first && second)
  const neighbors = (taskId: number, index?: number, shown = first) => {
    const { afterTaskId, beforeTaskId } = placeInGap(shown, taskId, index)
    return [afterTaskId, beforeTaskId]
  }
  assert.deepEqual(neighbors(1, 2), [2, 3], 'moved down in its own column')
  assert.deepEqual(neighbors(3, 1), [1, 2], 'moved up')
  assert.deepEqual(neighbors(1, 1), [null, 2], 'stays')
  assert.deepEqual(neighbors(4, 3), [3, null])
  assert.deepEqual(neighbors(1, undefined, second), [4, null])
})

test('arrow keys skip collapsed columns', () => {
  assert.equal(nextCard(singleLane(columns), 1, 'ArrowRight')?.id, 5)
  assert.equal(nextCard(singleLane(columns), 5, 'ArrowLeft')?.id, 1)
})

test('collapsed columns are read from the storage, whatever it contains', () => {
  assert.deepEqual([...savedIds('[3,7]')], [3, 7])
  for (const text of [null, '', '{}', '"x"', '[null,"a"]', '[1'])
    assert.equal(savedIds(text).size, 0, String(text))
})
