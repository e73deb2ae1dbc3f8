import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceAt, doneColumnInput, doneIndex } from '../src/features/projects/boards/done-choice.ts'

test('the done column follows the titles while they are typed', () => {
  assert.equal(doneIndex(['Ideas'], 'default'), -1)
  assert.equal(doneIndex(['Ideas', 'Shipped'], 'default'), 1)
  assert.equal(doneIndex(['Ideas', 'Готово', 'Archive'], 'default'), 1)
  assert.deepEqual(doneColumnInput(['Ideas', 'Shipped'], 'default'), {})
})

test('a chosen column stays chosen when columns are added, and gives way to the default when it is removed', () => {
  const choice = choiceAt(['Ideas', 'Shipped', 'Dropped'], 1)
  assert.equal(doneIndex(['First', 'Ideas', 'Shipped', 'Dropped'], choice), 2)
  assert.deepEqual(doneColumnInput(['Ideas', 'Shipped'], choice), { doneColumn: 'Shipped' })
  assert.equal(doneIndex(['Ideas', 'Dropped'], choice), 1)
  assert.deepEqual(doneColumnInput(['Ideas', 'Dropped'], choice), {})
})

test('a board can have no done column, and a default column can be chosen without typing any', () => {
  const none = choiceAt(['Ideas', 'Done'], -1)
  assert.equal(doneIndex(['Ideas', 'Done'], none), -1)
  assert.deepEqual(doneColumnInput(['Ideas', 'Done'], none), { doneColumn: null })
  assert.deepEqual(doneColumnInput([], { title: 'In progress' }), { doneColumn: 'In progress' })
})
