import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showsTask } from '../src/data/tasks/subtasks.ts'
import { task } from './records.ts'

test('a list is refetched when it shows the changed task, as a sub-task, above it or in a relation', () => {
  const subtasks = {
    items: [task(2, { parentId: 1 }), task(3, { parentId: 1, stickers: [] })],
    _meta: { total: 2, page: 1, limit: 1000, pages: 1 },
    ancestors: [{ id: 9, number: 9, title: 'Above', completedAt: null }],
  }
  assert.deepEqual(
    [1, 2, 3, 9].map(id => showsTask(subtasks, id)),
    [false, true, true, true],
  )
  const relation = { id: 5, type: 'blocks', task: { id: 7, title: 'Other' }, createdAt: '' }
  const relations = { blocks: [relation], blockedBy: [{ ...relation, id: 6, task: null }] }
  assert.deepEqual(
    [5, 6, 7].map(id => showsTask(relations, id)),
    [false, false, true],
    'the id of a relation is not that of a task',
  )
  assert.equal(showsTask(undefined, 1), false)
})
