import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import { phaseOf } from '../src/data/planning/cycle-phase.ts'
import { boardSearch, isDay, isLaterPage, tabOf } from '../src/data/search-params.ts'
import { cardFilter } from '../src/features/boards/filters/card-filters.ts'
import { card, cycle } from './records.ts'

const today = '2026-03-10'
const context = { myId: 5, today, projectKey: 'WR', cycles: [] as Cycle[] }

function matching(
  filters: Parameters<typeof cardFilter>[0],
  cards: Parameters<typeof card>[1][],
  cycles: Cycle[] = [],
) {
  const filter = cardFilter(filters, { ...context, cycles })
  assert.ok(filter)
  return cards
    .map((fields, at) => card(at + 1, fields))
    .filter(filter)
    .map(({ id }) => id)
}

test('without filters there is no predicate', () => {
  assert.equal(cardFilter({}, context), undefined)
  assert.equal(cardFilter({ search: '' }, context), undefined)
})

test('every word of the search is in the title or is the key or number, in any order and case', () => {
  const cards = [
    { title: 'Fix the Login form' },
    { title: 'Login' },
    { title: 'Other', number: 42 },
    { title: 'After WR-42', number: 4 },
  ]
  const found = (search: string) => matching({ search }, cards)
  assert.deepEqual(found('login  FIX '), [1])
  assert.deepEqual(found('#42'), [3])
  assert.deepEqual(found('42 other'), [3])
  assert.deepEqual(found('wr-42'), [3, 4])
  assert.deepEqual(found('WR-4'), [4])
  assert.deepEqual(found('OM-42'), [])
})

test('assignees are other users, the user, or nobody', () => {
  const cards = [{ assigneeId: 5 }, { assigneeId: 6 }, { assigneeId: null }]
  assert.deepEqual(matching({ assignee: 'me' }, cards), [1])
  assert.deepEqual(matching({ assignee: 'none,6' }, cards), [2, 3])
})

test('a card matches every filter, but any choice within a filter', () => {
  const cards = [
    { priorityId: 1, stickerIds: [3, 4] },
    { priorityId: 2, stickerIds: [4] },
    { priorityId: 3, stickerIds: [] },
  ]
  assert.deepEqual(matching({ priority: '1,2', sticker: '4' }, cards), [1, 2])
  assert.deepEqual(matching({ priority: '1,3', sticker: '4' }, cards), [1])
  assert.deepEqual(matching({ sticker: '40' }, cards), [], 'an id is compared as a whole')
})

test('due dates: overdue until done, today, the next seven days, none; unknown choices match nothing', () => {
  const cards = [
    { dueDate: '2026-03-09' },
    { dueDate: '2026-03-09', completedAt: '2026-03-09T10:00:00Z' },
    { dueDate: today },
    { dueDate: '2026-03-17' },
    { dueDate: '2026-03-18' },
    { dueDate: null },
  ]
  assert.deepEqual(matching({ due: 'overdue' }, cards), [1])
  assert.deepEqual(matching({ due: 'today' }, cards), [3])
  assert.deepEqual(matching({ due: 'week' }, cards), [3, 4])
  assert.deepEqual(matching({ due: 'none,overdue' }, cards), [1, 6])
  assert.deepEqual(matching({ due: 'someday' }, cards), [])
})

test('the current cycle is one that includes today and is not finished; others are found by their ids', () => {
  const days = { startDate: '2026-03-01', endDate: today }
  const cycles = [
    cycle(1, days),
    cycle(2, { ...days, finishedAt: '2026-03-09T10:00:00Z' }),
    cycle(3, { startDate: '2026-03-11', endDate: null }),
    cycle(4, { startDate: '2026-02-01', endDate: '2026-03-09' }),
    cycle(5),
  ]
  const cards = [1, 2, 3, 4, 5, null].map(cycleId => ({ cycleId }))
  assert.deepEqual(matching({ cycle: 'current' }, cards, cycles), [1])
  assert.deepEqual(matching({ cycle: 'current,none,4' }, cards, cycles), [1, 4, 6])
  const phases = cycles.map(each => phaseOf(each, today))
  assert.deepEqual(phases, ['current', 'finished', 'next', 'ended', 'next'])
})

test('filters in an address are strings, even if they look like numbers; unknown ones are ignored', () => {
  assert.deepEqual(boardSearch({ search: 42, assignee: 'me', priority: '1,2', lanes: 'cf3', other: 'x' }), {
    search: '42',
    assignee: 'me',
    priority: '1,2',
    lanes: 'cf3',
  })
  assert.deepEqual(boardSearch({}), {})
})

test('a day in an address is a real calendar day', () => {
  assert.deepEqual(
    [
      '2026-02-28',
      '2024-02-29',
      '2026-02-29',
      '2026-13-01',
      '2026-2-1',
      '2026-02-28T00:00',
      '',
      20260228,
    ].map(isDay),
    [true, true, false, false, false, false, false, false],
  )
})

test('only pages after the first are named in an address', () => {
  assert.deepEqual([2, 100, 1, 0, -1, 2.5, '2', undefined, Number.NaN].map(isLaterPage), [
    true,
    true,
    ...Array(7).fill(false),
  ])
  assert.deepEqual(
    [tabOf({ tab: 'roles' }), tabOf({ tab: 7 }), tabOf({})],
    [{ tab: 'roles' }, { tab: undefined }, { tab: undefined }],
  )
})
