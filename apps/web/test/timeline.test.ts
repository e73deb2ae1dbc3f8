import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { addDays, daysUntil } from '../src/data/days.ts'
import { datesAfter, daysOf } from '../src/features/views/schedule/task-dates.ts'
import { layoutCycles } from '../src/features/views/timeline/axis/cycle-layout.ts'
import {
  dayAt,
  extended,
  rangeAround,
  scaleNameOf,
  scaleNames,
  stepScale,
  ticksBetween,
  timeScale,
  weekendsOf,
  xOf,
} from '../src/features/views/timeline/axis/time-scale.ts'
import {
  chainOf,
  linesIn,
  pathOf,
  routeOf,
} from '../src/features/views/timeline/dependencies/dependency-lines.ts'
import { parentRow, rowsOf, timelineGrouping } from '../src/features/views/timeline/rows/timeline-rows.ts'
import { cycle } from './records.ts'

function task(id: number, fields: Partial<ScheduledTask> = {}): ScheduledTask {
  return {
    id,
    projectId: 1,
    projectKey: 'WR',
    boardId: 1,
    columnId: 1,
    number: id,
    title: `Task ${id}`,
    priorityId: 2,
    assigneeId: null,
    assigneeIds: fields.assigneeId ? [fields.assigneeId] : [],
    cycleId: null,
    startDate: null,
    dueDate: null,
    version: 1,
    recurrenceId: null,
    parentId: null,
    subtaskTotal: 0,
    subtaskDone: 0,
    isBlocked: false,
    completedAt: null,
    ...fields,
  }
}

test('cycles that overlap are on lines of their own; those without dates, or too many, are left out', () => {
  const days = (from: string, to: string) => ({ startDate: `2026-03-${from}`, endDate: `2026-03-${to}` })
  const cycles = [
    cycle(1, days('01', '14')),
    cycle(2, days('15', '28')),
    cycle(3, days('10', '20')),
    cycle(4, { startDate: '2026-03-01' }),
    cycle(5, days('12', '13')),
    cycle(6, days('13', '13')),
  ]
  const placed = layoutCycles(cycles).map(({ id, line }) => [id, line])
  assert.deepEqual(placed, [
    [1, 0],
    [3, 1],
    [5, 2],
    [2, 0],
  ])
})

test('every day has its place at every scale, also when clocks change', () => {
  for (const name of scaleNames) {
    const scale = timeScale(name, { from: '2026-01-01', to: '2027-12-31' })
    assert.equal(scale.width, 730 * scale.dayWidth)
    for (let day = scale.from; day <= scale.to; day = addDays(day, 1)) {
      assert.equal(xOf(scale, day), daysUntil(day, scale.from) * scale.dayWidth)
      assert.equal(dayAt(scale, xOf(scale, day)), day)
      assert.equal(dayAt(scale, xOf(scale, day) + scale.dayWidth * 0.99), day)
    }
  }
  assert.equal(scaleNameOf('years'), 'weeks')
  assert.equal(stepScale('days', -1), 'days')
  assert.equal(stepScale('months', 1), 'quarters')
})

test('the header names units without gaps, from before the left edge to after the right one', () => {
  const range = { from: '2026-01-01', to: '2027-12-31' }
  for (const name of scaleNames) {
    const scale = timeScale(name, range)
    for (const ticks of Object.values(ticksBetween(scale, 300, 900))) {
      assert.ok((ticks[0]?.x ?? 1) <= 300, name)
      const last = ticks.at(-1)
      assert.ok(last && last.x + last.width >= 900, name)
      for (const [at, { x, width }] of ticks.slice(0, -1).entries())
        assert.equal(ticks[at + 1]?.x, x + width, name)
    }
  }
  const firstDays = (name: 'weeks' | 'months' | 'quarters', part: 'upper' | 'lower') =>
    ticksBetween(timeScale(name, range), 0, 130)[part].map(({ day }) => day)
  // Weeks start on Monday, whatever the first day of the range is.
  assert.deepEqual(firstDays('weeks', 'lower'), ['2025-12-29', '2026-01-05'])
  assert.deepEqual(firstDays('months', 'lower'), ['2026-01-01', '2026-02-01'])
  assert.deepEqual(firstDays('quarters', 'lower'), ['2026-01-01'])
  assert.deepEqual(firstDays('quarters', 'upper'), ['2026-01-01'])
  const weekends = weekendsOf(timeScale('days', range))
  assert.equal(dayAt(timeScale('days', range), weekends?.x ?? 0), '2026-01-03')
  assert.equal(weekendsOf(timeScale('months', range)), undefined)
})

test('the loaded range grows in whole months where the visible part is close to its end', () => {
  const range = rangeAround('weeks', '2026-05-17')
  assert.deepEqual(range, { from: '2026-01-01', to: '2027-03-31' })
  const inTheMiddle = { from: '2026-05-01', to: '2026-06-30' }
  assert.equal(extended(range, 'weeks', inTheMiddle), range)
  assert.deepEqual(extended(range, 'weeks', { from: '2026-01-20', to: '2026-03-01' }), {
    from: '2025-07-01',
    to: range.to,
  })
  const later = extended(range, 'weeks', { from: '2027-02-01', to: '2027-03-20' })
  assert.deepEqual(later, { from: range.from, to: '2027-09-30' })
  // A jump beyond the end, and the end of time.
  assert.equal(extended(range, 'days', { from: '2030-01-01', to: '2030-02-01' }).to, '2030-05-31')
  const all = { from: '1900-01-01', to: '2199-12-31' }
  assert.equal(extended(all, 'quarters', all), all)
})

test('dates follow a dragged bar and its ends', () => {
  const both = { startDate: '2026-03-27', dueDate: '2026-03-31' }
  assert.deepEqual(datesAfter(both, 'whole', 3), { startDate: '2026-03-30', dueDate: '2026-04-03' })
  assert.deepEqual(datesAfter(both, 'start', -2), { startDate: '2026-03-25', dueDate: '2026-03-31' })
  assert.deepEqual(datesAfter(both, 'start', 9), { startDate: '2026-03-31', dueDate: '2026-03-31' })
  assert.deepEqual(datesAfter(both, 'due', -9), { startDate: '2026-03-27', dueDate: '2026-03-27' })
  const due = { startDate: null, dueDate: '2026-03-31' }
  assert.deepEqual(datesAfter(due, 'whole', 1), { startDate: null, dueDate: '2026-04-01' })
  assert.deepEqual(datesAfter(due, 'start', -1), { startDate: '2026-03-30', dueDate: '2026-03-31' })
  const start = { startDate: '2026-03-31', dueDate: null }
  assert.deepEqual(datesAfter(start, 'whole', -1), { startDate: '2026-03-30', dueDate: null })
  assert.deepEqual(datesAfter(start, 'due', 1), { startDate: '2026-03-31', dueDate: '2026-04-01' })
  const none = { startDate: null, dueDate: null }
  assert.equal(datesAfter(none, 'whole', 5), none)
  assert.equal(datesAfter(both, 'due', 0), both)
  assert.equal(daysOf(none), undefined)
})

const byId = (one: number | null, other: number | null) => (one ?? Infinity) - (other ?? Infinity)

function outline(tasks: ScheduledTask[], groupBy: 'none' | 'assignee' = 'none', collapsed: string[] = []) {
  const rows = rowsOf({ tasks, groupBy, collapsed: new Set(collapsed), compare: byId })
  return rows.map(row =>
    row.type === 'group'
      ? `${row.key} (${row.count})`
      : `${'  '.repeat(row.level - 1)}${row.task.id}${row.isCollapsed ? '+' : ''}`,
  )
}

test('rows are a tree by the first day, with undated tasks at the end', () => {
  const tasks = [
    task(1, { dueDate: '2026-05-20' }),
    task(2),
    task(3, { startDate: '2026-05-04', dueDate: '2026-05-30' }),
    task(4, { parentId: 2, dueDate: '2026-05-02' }),
    task(5, { parentId: 2, startDate: '2026-05-06', dueDate: '2026-05-08' }),
    task(6, { parentId: 5 }),
    task(7, { parentId: 99, dueDate: '2026-05-03' }),
    task(8),
  ]
  assert.deepEqual(outline(tasks), ['2', '  4', '  5', '    6', '7', '3', '1', '8'])
  assert.deepEqual(outline(tasks, 'none', ['task 2']), ['2+', '7', '3', '1', '8'])
  const rows = rowsOf({ tasks, groupBy: 'none', collapsed: new Set(), compare: byId })
  const [parent] = rows
  assert.ok(parent?.type === 'task' && parent.days === undefined)
  assert.deepEqual(parent.summary, { from: '2026-05-02', to: '2026-05-08' })
  assert.equal(parentRow(rows, 3), 2)
  assert.equal(parentRow(rows, 2), 0)
  assert.equal(parentRow(rows, 4), -1)
})

test('groups are in their own order, and a sub-task of another group stands on its own', () => {
  const tasks = [
    task(1, { assigneeId: 7, dueDate: '2026-05-20' }),
    task(2, { parentId: 1, assigneeId: 5 }),
    task(3, { parentId: 1, assigneeId: 7 }),
    task(4),
  ]
  assert.deepEqual(outline(tasks, 'assignee'), [
    'group 5 (1)',
    '  2',
    'group 7 (2)',
    '  1',
    '    3',
    'group null (1)',
    '  4',
  ])
  assert.deepEqual(outline(tasks, 'assignee', ['group 7', 'group null']), [
    'group 5 (1)',
    '  2',
    'group 7 (2)',
    'group null (1)',
  ])
  assert.equal(timelineGrouping('dueWeek'), 'none')
  assert.equal(timelineGrouping('board'), 'board')
})

test('lines leave a bar at its end, arrive at the start of another and go around where there is no room', () => {
  const straight = routeOf({ x: 100, y: 18 }, { x: 200, y: 90 }, 36)
  assert.deepEqual(straight, [
    { x: 100, y: 18 },
    { x: 110, y: 18 },
    { x: 110, y: 90 },
    { x: 200, y: 90 },
  ])
  const around = routeOf({ x: 100, y: 18 }, { x: 40, y: 90 }, 36)
  assert.deepEqual(around.slice(2, 5), [
    { x: 110, y: 72 },
    { x: 30, y: 72 },
    { x: 30, y: 90 },
  ])
  const upwards = routeOf({ x: 100, y: 90 }, { x: 40, y: 18 }, 36)
  assert.equal(upwards[2]?.y, 36)
  assert.equal(pathOf(straight), 'M100 18L106 18Q110 18 110 22L110 86Q110 90 114 90L200 90')
})

test('only lines that cross the visible part are drawn, and late ones are marked', () => {
  const tasks = new Map(
    [
      task(1, { dueDate: '2026-05-10' }),
      task(2, { startDate: '2026-05-09', dueDate: '2026-05-12' }),
      task(3, { startDate: '2026-05-01', dueDate: '2026-05-20', completedAt: '2026-05-09T00:00:00Z' }),
      task(4, { startDate: '2026-05-10' }),
      task(6, { dueDate: '2026-05-02', completedAt: '2026-05-02T00:00:00Z' }),
    ].map(one => [one.id, one]),
  )
  const bars = new Map([
    [1, { row: 0, left: 100, right: 140 }],
    [2, { row: 5, left: 90, right: 300 }],
    [3, { row: 20, left: 10, right: 500 }],
    [4, { row: 2, left: 140, right: 180 }],
    [6, { row: 1, left: 50, right: 68 }],
  ])
  const dependencies = [
    { blockerId: 1, blockedId: 2 },
    { blockerId: 3, blockedId: 2 },
    { blockerId: 1, blockedId: 4 },
    { blockerId: 1, blockedId: 5 },
    { blockerId: 1, blockedId: 6 },
  ]
  const drawn = (visible: Parameters<typeof linesIn>[4]) =>
    linesIn(dependencies, tasks, bars, { height: 36, middle: 18 }, visible).map(
      ({ blockerId, blockedId, isLate, isDone }) =>
        `${blockerId}>${blockedId}${isLate ? ' late' : ''}${isDone ? ' done' : ''}`,
    )
  const everything = { firstRow: 0, lastRow: 30, left: 0, right: 1000 }
  assert.deepEqual(drawn(everything), ['1>2 late', '3>2 done', '1>4', '1>6 done'])
  // Passing by counts, being above or to the side does not.
  assert.deepEqual(drawn({ ...everything, firstRow: 3, lastRow: 4 }), ['1>2 late'])
  assert.deepEqual(drawn({ ...everything, firstRow: 21 }), [])
  assert.deepEqual(drawn({ ...everything, left: 400 }), ['3>2 done'])
})

test('a chain is everything before and after a task', () => {
  const dependencies = [
    { blockerId: 1, blockedId: 2 },
    { blockerId: 2, blockedId: 3 },
    { blockerId: 2, blockedId: 4 },
    { blockerId: 5, blockedId: 4 },
  ]
  assert.deepEqual([...chainOf(3, dependencies)].sort(), [1, 2, 3])
  assert.deepEqual([...chainOf(2, dependencies)].sort(), [1, 2, 3, 4])
  assert.deepEqual([...chainOf(9, dependencies)], [9])
})
