import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, parseFilter } from '@atrium/tasks/views/filter.contract'
import { printFilter } from '@atrium/tasks/views/filter-text.contract'
import {
  addAt,
  flipAt,
  joinAt,
  type Path,
  replaceAt,
  simplified,
} from '../src/features/views/filters/filter-tree.ts'
import { pagesBetween, rowAt, rowCount, sectionsOf } from '../src/features/views/table/table-rows.ts'
import { carriedFilter } from '../src/features/views/view/carried-filter.ts'
import { onlyProjectOf, withKnownFields } from '../src/features/views/view/view-fields.ts'
import {
  isChanged,
  openTasks,
  searchOf,
  stateOf,
  stateOfSaved,
  usualFilter,
} from '../src/features/views/view/view-state.ts'

function group(key: string | null, count: number) {
  return { key, count, title: key, parentTitle: null, filter: '', estimateSeconds: 0, trackedSeconds: 0 }
}

test('rows of groups are found without listing all rows', () => {
  const groups = [group('a', 3), group('b', 250), group(null, 1)]
  const sections = sectionsOf({ count: 254, groups }, true, new Set())
  assert.equal(rowCount(sections), 257)
  const all = Array.from({ length: 257 }, (_, at) => rowAt(sections, at))
  assert.equal(all.filter(row => row?.type === 'group').length, 3)
  assert.deepEqual(
    all.flatMap(row => (row?.type === 'task' ? [`${row.sectionIndex}.${row.index}`] : [])),
    [3, 250, 1].flatMap((count, at) => Array.from({ length: count }, (_, index) => `${at}.${index}`)),
  )
  assert.equal(rowAt(sections, -1), undefined)
  assert.equal(rowAt(sections, 257), undefined)
  assert.deepEqual(pagesBetween(sections, 0, 5), [
    { sectionIndex: 0, page: 1 },
    { sectionIndex: 1, page: 1 },
  ])
  assert.deepEqual(pagesBetween(sections, 104, 105), [
    { sectionIndex: 1, page: 1 },
    { sectionIndex: 1, page: 2 },
  ])
  const collapsed = sectionsOf({ count: 254, groups }, true, new Set(['b', '']))
  assert.equal(rowCount(collapsed), 6)
  assert.equal(rowAt(collapsed, 5)?.type, 'group')
})

test('without groups, the rows are the tasks', () => {
  const sections = sectionsOf({ count: 100_000, groups: [] }, false, new Set())
  assert.equal(rowCount(sections), 100_000)
  assert.deepEqual(pagesBetween(sections, 99_950, 99_999), [{ sectionIndex: 0, page: 1000 }])
  assert.equal(rowCount(sectionsOf({ count: 0, groups: [] }, true, new Set())), 0)
})

test('the parts of a filter are replaced, added, joined and flipped where they are', () => {
  const text = '(assignee = me or priority = 3) and not overdue = true and due < today'
  const edit = (change: (filter: Filter) => Filter | undefined) =>
    printFilter(simplified(change(parseFilter(text))))
  const added = parseFilter('title ~ x')
  const at = (path: Path, next: Filter | undefined) => edit(filter => replaceAt(filter, path, next))
  assert.equal(at([2], undefined), '(assignee = me or priority = 3) and not overdue = true')
  assert.equal(at([0, 1], undefined), 'assignee = me and not overdue = true and due < today')
  assert.equal(at([1, 0], undefined), '(assignee = me or priority = 3) and due < today')
  assert.equal(at([1, 0, 0], added), '(assignee = me or priority = 3) and not title ~ x and due < today')
  assert.equal(
    edit(filter => addAt(filter, [], added)),
    `${text} and title ~ x`,
  )
  assert.equal(
    edit(filter => addAt(filter, [0], added)),
    '(assignee = me or priority = 3 or title ~ x) and not overdue = true and due < today',
  )
  assert.equal(
    edit(filter => joinAt(filter, [2], added)),
    '(assignee = me or priority = 3) and not overdue = true and (due < today or title ~ x)',
  )
  assert.equal(
    edit(filter => joinAt(filter, [0, 0], added)),
    '((assignee = me and title ~ x) or priority = 3) and not overdue = true and due < today',
  )
  assert.equal(
    edit(filter => flipAt(filter, [0])),
    '(assignee = me and priority = 3) and not overdue = true and due < today',
  )
  assert.equal(printFilter(simplified(replaceAt(parseFilter('overdue'), [0], undefined))), '')
})

test('a view is in the address, and a saved one is compared with it', () => {
  const search = {
    filter: 'assignee = me',
    sort: '-dueDate',
    group: 'priority',
    scale: 'weeks',
    columns: 'number,title-320,due',
    saved: 7,
  }
  const state = stateOf(search)
  assert.deepEqual(searchOf(state), search)
  assert.deepEqual(state.columns, [{ name: 'number' }, { name: 'title', width: 320 }, { name: 'due' }])
  assert.deepEqual(searchOf(stateOf({ sort: 'secret', group: 'size', columns: '', date: '2026-02-30' })), {})
  assert.deepEqual(searchOf(stateOf({ date: '2026-02-28' })), { date: '2026-02-28' })
  const saved = {
    id: 7,
    projectId: 1,
    ownerId: 1,
    name: 'Mine',
    kind: 'table' as const,
    isShared: false,
    filter: 'assignee = me',
    orderBy: '-dueDate',
    groupBy: 'priority',
    scale: 'weeks',
    columns: [{ name: 'number' }, { name: 'title', width: 320 }, { name: 'due' }],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  assert.deepEqual(stateOfSaved(saved), state)
  assert.equal(isChanged(state, saved), false)
  assert.equal(isChanged({ ...state, groupBy: 'none' }, saved), true)
  assert.equal(isChanged({ ...state, date: '2026-02-28' }, saved), false)
})

test('a page with a usual filter has it unless the address has another one, also an empty one', () => {
  for (const search of [{}, { filter: '' }, { filter: 'assignee = me' }]) {
    const state = stateOf(search, openTasks)
    assert.equal(state.filter, search.filter ?? 'completed = none')
    assert.deepEqual(searchOf(state, openTasks), search)
  }
})

test('tables and timelines open on open tasks, calendars of a project on all of them', () => {
  for (const view of [undefined, 'table', 'timeline']) assert.equal(usualFilter(1, view), openTasks)
  assert.equal(usualFilter(1, 'calendar'), '')
  assert.equal(usualFilter(undefined, 'calendar'), openTasks)
})

test('another view replaces the usual filter and keeps the rest', () => {
  const cases = [
    ['', '', openTasks, openTasks],
    ['board = 7', '', openTasks, 'completed = none and board = 7'],
    ['due = none or due < today', '', openTasks, 'completed = none and (due = none or due < today)'],
    [openTasks, openTasks, '', ''],
    ['completed = none and text ~ paint', openTasks, '', 'text ~ paint'],
    ['', openTasks, '', ''],
    ['assignee = me', openTasks, openTasks, 'assignee = me'],
    ['cf12 > 3', openTasks, '', 'cf12 > 3'],
  ] as const
  for (const [filter, here, there, expected] of cases)
    assert.equal(carriedFilter(filter, here, there), expected, filter)
})

test('custom fields are kept as order and groups while the project has them', () => {
  const search = { sort: '-cf12', group: 'cf13', columns: 'title,cf12-140' }
  const state = stateOf(search)
  assert.deepEqual(searchOf(state), search)
  const points = { id: 12, type: 'number' } as const
  const severity = { id: 13, type: 'select' } as const
  assert.deepEqual(withKnownFields(state, [points, severity]), state)
  assert.equal(withKnownFields(state, [points]).groupBy, 'none')
  assert.equal(withKnownFields(state, [severity]).orderBy, undefined)
  assert.equal(withKnownFields(stateOf({ group: 'cf12' }), [points]).groupBy, 'none')
  assert.equal(withKnownFields(stateOf({ group: 'due', sort: 'title' }), []).groupBy, 'due')
})

test('a filter says which project it is limited to', () => {
  const expected: [string, number | undefined][] = [
    ['project = 3', 3],
    ['cf12 >= 5 and project=3 and (title ~ x or overdue)', 3],
    ['project = 3,4', undefined],
    ['project != 3', undefined],
    ['not project = 3', undefined],
    ['project = 3 or overdue', undefined],
    ['(project = 3 or overdue)', undefined],
    ['project = Website', undefined],
    ['title ~ "project = 3"', undefined],
    ['title ~ "unclosed', undefined],
    ['', undefined],
  ]
  for (const [filter, project] of expected) assert.equal(onlyProjectOf(filter), project, filter)
})
