import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeFor } from '../src/live/live-stream.ts'

const project = { name: 'project:3', since: undefined }
const board = (since: number) => ({ name: 'board:7', since })

test('a stream starts at the oldest place that its topics need', () => {
  assert.equal(placeFor([], '', 50), '', 'nothing is followed')
  assert.equal(placeFor([project], '', 50), '-50', 'before anything was loaded')
  assert.equal(placeFor([project], '9', 50), '9-50')
  assert.equal(placeFor([project], '9', undefined), '9', 'from now on')
  assert.equal(placeFor([board(70)], '9', 50), '9-70', 'a snapshot knows its place')
  assert.equal(placeFor([project, board(70)], '', 50), '-50')
  assert.equal(placeFor([project], '9-60', 50), '9-60', 'the stream goes on where it is')
  assert.equal(placeFor([board(55)], '9-60', 50), '9-55')
})
