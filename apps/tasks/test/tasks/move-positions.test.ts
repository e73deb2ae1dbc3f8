import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bounds, GAP } from '@atrium/database/ordered-list'
import { choosePositions } from '#tasks/move.commands.ts'

test('tasks that are moved to the end together stand one after another, also in an empty column', () => {
  const moves = [
    toEnd(1, { lower: 5 * GAP, upper: null }),
    toEnd(2, { lower: 5 * GAP, upper: null }),
    { ...toEnd(3, { lower: null, upper: null }), columnId: 2 },
    { ...toEnd(4, { lower: null, upper: null }), columnId: 2 },
  ]
  assert.deepEqual(positionsOf(moves), { 1: 6 * GAP, 2: 7 * GAP, 3: 0, 4: GAP })
})

test('a task that is moved below the last one stands directly below it', () => {
  const bounds = { lower: GAP, upper: null }
  const positions = positionsOf([toEnd(1, bounds), { ...toEnd(2, bounds), afterTaskId: 9 }])
  assert.deepEqual(positions, { 1: 3 * GAP, 2: 2 * GAP })
})

test('a gap takes one task, and none if it has no room', () => {
  const between = (id: number, lower: number, upper: number) => ({
    ...toEnd(id, { lower, upper }),
    afterTaskId: 9,
  })
  const positions = positionsOf([between(1, 0, GAP), between(2, 0, GAP), between(3, GAP, GAP + 1)])
  assert.deepEqual(positions, { 1: GAP / 2 })
})

interface Placed {
  id: number
  bounds: Bounds
  columnId: number
  afterTaskId?: number
}

function toEnd(id: number, bounds: Bounds): Placed {
  return { id, bounds, columnId: 1 }
}

function positionsOf(moves: Placed[]) {
  const bounds = new Map(moves.map(({ id, bounds }) => [id, bounds]))
  const placed = choosePositions(
    moves.map(({ id, bounds: _, ...input }) => ({ id, input })),
    bounds,
  )
  return Object.fromEntries(placed.map(({ id, position }) => [id, position]))
}
