import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assigneeChanges, assigneesAfter, toggleAssignee } from '../src/data/people/assignees.ts'
import { cardFilter } from '../src/features/boards/filters/card-filters.ts'
import type { Vocabulary } from '../src/task-text/parse-task-text.ts'
import { parseTaskText } from '../src/task-text/parse-task-text.ts'
import { taskOf } from '../src/task-text/use-task-text.ts'
import { card } from './records.ts'

test('a new responsible person takes the place of the one before, and the others stay', () => {
  const before = { assigneeId: 1, assigneeIds: [1, 2, 3] }
  assert.deepEqual(assigneesAfter(before, { assigneeId: 4 }), { assigneeId: 4, assigneeIds: [4, 2, 3] })
  assert.deepEqual(assigneesAfter(before, { assigneeId: 3 }), { assigneeId: 3, assigneeIds: [3, 2] })
  assert.deepEqual(assigneesAfter(before, { assigneeId: null }), { assigneeId: null, assigneeIds: [] })
  assert.deepEqual(assigneesAfter(before, { assigneeIds: [2] }), { assigneeId: 2, assigneeIds: [2] })
  assert.deepEqual(assigneesAfter(before, {}), {})
  assert.deepEqual(toggleAssignee([1, 2], 1), [2])
  assert.deepEqual(toggleAssignee([1, 2], 3), [1, 2, 3])
})

test('the history knows who was added and removed, also from events that name only the responsible person', () => {
  const both = { assigneeId: 1, assigneeIds: [1, 2] }
  const changes = (before: Parameters<typeof assigneeChanges>[0]['before'], after: typeof before) =>
    assigneeChanges({ before, after })
  assert.deepEqual(changes({ assigneeId: 1 }, both), { added: [2], removed: [], isNobody: false })
  assert.deepEqual(changes(both, { assigneeId: 2 }), { added: [], removed: [1], isNobody: false })
  assert.deepEqual(changes({ assigneeId: 1 }, { assigneeId: null }), {
    added: [],
    removed: [1],
    isNobody: true,
  })
})

test('a filter of a board finds cards by anyone on them', () => {
  const matches = (assignee: string) => {
    const check = cardFilter({ assignee }, { myId: 2, today: '2026-01-01', projectKey: null, cycles: [] })
    return [card(1, { assigneeId: 1, assigneeIds: [1, 2] }), card(2)].map(one => check?.(one))
  }
  assert.deepEqual(matches('me'), [true, false])
  assert.deepEqual(matches('1'), [true, false])
  assert.deepEqual(matches('3,none'), [false, true])
})

test('a typed task can name several people, and the first one is responsible', () => {
  const vocabulary: Vocabulary = {
    today: '2026-01-01',
    language: 'en',
    people: [
      { id: 1, names: ['ada'] },
      { id: 2, names: ['max'] },
    ],
    stickers: [],
    mayCreateStickers: false,
    priorities: [],
  }
  const read = (text: string) => {
    const { title, assigneeId, assigneeIds } = taskOf(parseTaskText(text, vocabulary))
    return { title, assigneeId, assigneeIds }
  }
  assert.deepEqual(read('Paint @max @ada @max'), { title: 'Paint @max', assigneeId: 2, assigneeIds: [2, 1] })
  assert.deepEqual(read('Paint @ada'), { title: 'Paint', assigneeId: 1, assigneeIds: undefined })
})
