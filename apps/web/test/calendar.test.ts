import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stepFrom, weeksOf } from '../src/features/views/calendar/calendar-days.ts'
import { laneCount, layoutWeek, segmentsOn } from '../src/features/views/calendar/week-layout.ts'
import { datesAfter } from '../src/features/views/schedule/task-dates.ts'

function task(
  id: number,
  startDate: string | null,
  dueDate: string | null,
  completedAt: string | null = null,
) {
  const place = { projectId: 1, projectKey: 'P', boardId: 1, columnId: 1, number: id, title: `Task ${id}` }
  const people = { assigneeId: null, assigneeIds: [] }
  const fields = { priorityId: 1, version: 1, recurrenceId: null, parentId: null, cycleId: null }
  const counts = { isBlocked: false, subtaskTotal: 0, subtaskDone: 0 }
  return { id, ...place, ...people, ...fields, ...counts, startDate, dueDate, completedAt }
}

test('a month has whole weeks, also at the ends of a year, in leap years and when clocks change', () => {
  const monthOf = (day: string, firstWeekday: number) => {
    const weeks = weeksOf('month', day, firstWeekday)
    assert.ok(weeks.every(week => week.length === 7))
    return { count: weeks.length, from: weeks[0]?.[0], to: weeks.at(-1)?.at(-1) }
  }
  assert.deepEqual(monthOf('2026-12-31', 1), { count: 5, from: '2026-11-30', to: '2027-01-03' })
  assert.deepEqual(monthOf('2027-01-01', 1), { count: 5, from: '2026-12-28', to: '2027-01-31' })
  assert.deepEqual(monthOf('2027-01-01', 7), { count: 6, from: '2026-12-27', to: '2027-02-06' })
  assert.deepEqual(monthOf('2028-02-29', 1), { count: 5, from: '2028-01-31', to: '2028-03-05' })
  assert.deepEqual(monthOf('2027-02-10', 1), { count: 4, from: '2027-02-01', to: '2027-02-28' })
  // Clocks change on 29 March and 25 October in Europe, on 8 March and 1 November in America.
  for (const month of ['2026-03-15', '2026-10-15', '2026-11-15']) {
    const days = weeksOf('month', month, 1).flat()
    assert.equal(new Set(days).size, days.length)
    assert.deepEqual(days, days.toSorted())
  }
  assert.deepEqual(weeksOf('week', '2027-01-01', 1), [
    ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'],
  ])
  assert.equal(weeksOf('week', '2026-03-29', 7)[0]?.[0], '2026-03-29')
})

test('the next and the previous month have the same day, or their last one', () => {
  assert.equal(stepFrom('2026-01-31', 'month', 1), '2026-02-28')
  assert.equal(stepFrom('2026-12-31', 'month', 2), '2027-02-28')
  assert.equal(stepFrom('2026-01-15', 'month', -1), '2025-12-15')
  assert.equal(stepFrom('2026-12-30', 'week', 1), '2027-01-06')
})

test('tasks of a week get lanes in which they do not overlap', () => {
  const [week = []] = weeksOf('week', '2026-12-30', 1)
  const segments = layoutWeek(
    [
      task(1, null, '2026-12-30'),
      task(2, '2026-12-29', '2027-01-01'),
      task(3, '2026-12-20', '2026-12-28'),
      task(4, '2026-12-28', null),
      task(5, '2027-01-02', '2027-01-09'),
      task(6, null, null),
      task(7, null, '2027-01-04'),
      task(8, null, '2026-12-30', '2026-12-30T10:00:00.000Z'),
    ],
    week,
  )
  assert.deepEqual(
    segments.map(({ task: { id }, first, last, lane, continuesBefore, continuesAfter }) => [
      id,
      first,
      last,
      lane,
      continuesBefore,
      continuesAfter,
    ]),
    [
      [3, 0, 0, 0, true, false],
      [4, 0, 0, 1, false, false],
      [2, 1, 4, 0, false, false],
      [1, 2, 2, 1, false, false],
      [8, 2, 2, 2, false, false],
      [5, 5, 6, 0, false, true],
    ],
  )
  assert.equal(laneCount(segments), 3)
  assert.deepEqual(
    segmentsOn(segments, 2).map(({ task: { id } }) => id),
    [2, 1, 8],
  )
})

test('no two tasks of any week share a lane on a day, and no lane is wasted', () => {
  const [week = []] = weeksOf('week', '2026-03-29', 1)
  const days = weeksOf('month', '2026-03-29', 1).flat()
  const anyDay = fc.constantFrom(...days)
  const anyTask = fc.tuple(fc.option(anyDay), fc.option(anyDay))
  fc.assert(
    fc.property(fc.array(anyTask, { maxLength: 40 }), spans => {
      const tasks = spans.map(([one, other], id) => {
        const [startDate, dueDate] = one && other && one > other ? [other, one] : [one, other]
        return task(id, startDate, dueDate)
      })
      const segments = layoutWeek(tasks, week)
      const shown = tasks.filter(({ startDate, dueDate }) =>
        week.some(day => (startDate ?? dueDate ?? '') <= day && day <= (dueDate ?? startDate ?? '')),
      )
      assert.equal(segments.length, shown.length)
      const busiest = Math.max(0, ...week.map((_, day) => segmentsOn(segments, day).length))
      for (const index of week.keys()) {
        const lanes = segmentsOn(segments, index).map(({ lane }) => lane)
        assert.equal(new Set(lanes).size, lanes.length)
      }
      assert.equal(laneCount(segments), busiest)
    }),
  )
})

test('a move keeps the length of a task, and an end never passes the other', () => {
  const dates = { startDate: '2026-03-27', dueDate: '2026-03-30' }
  assert.deepEqual(datesAfter(dates, 'whole', 7), { startDate: '2026-04-03', dueDate: '2026-04-06' })
  assert.deepEqual(datesAfter(dates, 'start', 9), { startDate: '2026-03-30', dueDate: '2026-03-30' })
  assert.deepEqual(datesAfter(dates, 'due', -9), { startDate: '2026-03-27', dueDate: '2026-03-27' })
  const due = { startDate: null, dueDate: '2026-12-31' }
  assert.deepEqual(datesAfter(due, 'whole', 1), { startDate: null, dueDate: '2027-01-01' })
  assert.deepEqual(datesAfter(due, 'due', 2), { startDate: '2026-12-31', dueDate: '2027-01-02' })
  assert.deepEqual(datesAfter({ startDate: null, dueDate: null }, 'whole', 2), {
    startDate: null,
    dueDate: null,
  })
})
