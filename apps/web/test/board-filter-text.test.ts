import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardFiltersOf, filterTextOf } from '../src/data/boards/board-filter-text.ts'

test('the filters of a board become the filter of a view, and come back', () => {
  const filters = {
    search: 'paper and "ink"',
    assignee: 'me,none',
    priority: '3,4',
    sticker: '7',
    due: 'overdue',
    cycle: 'current,none,12',
  }
  const text = filterTextOf(filters, 5)
  assert.deepEqual(boardFiltersOf(text), { ...filters, boardId: 5 })
  assert.equal(filterTextOf({}), '')
  assert.equal(filterTextOf({ due: 'week' }), 'due >= today and due <= today+7')
})

test('a board shows what it can of the filter of a view', () => {
  assert.deepEqual(boardFiltersOf('assignee = me and estimate > 1h'), { assignee: 'me' })
  assert.deepEqual(boardFiltersOf('assignee = me or overdue'), {})
  assert.deepEqual(boardFiltersOf('priority = high'), {})
  assert.deepEqual(boardFiltersOf('cf12 = yes and ('), {})
})
