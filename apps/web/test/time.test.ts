import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import type { TimeReport } from '@atrium/tasks/time-tracking/time-report.contract'
import fc from 'fast-check'
import { addDays } from '../src/data/days.ts'
import {
  changedInstants,
  instantsOf,
  secondsOnDay,
  suggestedTimes,
  timesOfInterval,
  touchesDay,
} from '../src/features/time-tracking/interval-times.ts'
import { reportLines, wholePercents } from '../src/features/time-tracking/report.ts'

const berlin = 'Europe/Berlin'
const interval = (startedAt: string, endedAt: string | null) => ({ startedAt, endedAt }) as TimeInterval

test('an interval over midnight counts for both days, each with its part', () => {
  const night = interval('2026-03-10T22:30:00Z', '2026-03-11T00:30:00Z')
  assert.equal(secondsOnDay(night, '2026-03-10', berlin), 1800)
  assert.equal(secondsOnDay(night, '2026-03-11', berlin), 5400)
  assert.equal(secondsOnDay(night, '2026-03-12', berlin), 0)
  assert.deepEqual(
    ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'].map(day => touchesDay(night, day, berlin)),
    [false, true, true, false],
  )
})

test('a running timer counts until now, and is there before its first second', () => {
  const running = interval('2026-03-10T10:00:00Z', null)
  assert.equal(secondsOnDay(running, '2026-03-10', berlin, Date.parse('2026-03-10T10:00:59.600Z')), 60)
  assert.equal(secondsOnDay(running, '2026-03-10', berlin, Date.parse('2026-03-10T10:00:00Z')), 0)
  assert.ok(touchesDay(interval('2026-03-10T10:00:00Z', '2026-03-10T10:00:00Z'), '2026-03-10', berlin))
})

test('a day of 23 or 25 hours has as many', () => {
  const days = interval('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
  assert.equal(secondsOnDay(days, '2026-03-29', berlin), 23 * 3600)
  assert.equal(secondsOnDay(days, '2026-10-25', berlin), 25 * 3600)
})

test('the parts of an interval on its days add up to all of it', () => {
  const start = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) })
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 86_400 }), (from, seconds) => {
      const begin = Math.floor(from / 1000) * 1000
      const whole = interval(new Date(begin).toISOString(), new Date(begin + seconds * 1000).toISOString())
      const { day } = timesOfInterval(whole, berlin)
      const parts = [-1, 0, 1, 2].map(step => secondsOnDay(whole, addDays(day, step), berlin))
      assert.equal(
        parts.reduce((sum, part) => sum + part),
        seconds,
      )
    }),
  )
})

test('a form’s times become instants; an end before the start is on the next day', () => {
  assert.deepEqual(instantsOf({ day: '2026-03-10', from: '09:00', to: '10:30' }, berlin), {
    startedAt: '2026-03-10T08:00:00.000Z',
    endedAt: '2026-03-10T09:30:00.000Z',
  })
  assert.equal(
    instantsOf({ day: '2026-03-10', from: '23:00', to: '01:00' }, berlin).endedAt,
    '2026-03-11T00:00:00.000Z',
  )
})

test('only what was changed is sent, so that the rest keeps its seconds', () => {
  const before = timesOfInterval(interval('2026-03-10T08:00:42Z', '2026-03-10T09:00:13Z'), berlin)
  assert.deepEqual(before, { day: '2026-03-10', from: '09:00', to: '10:00' })
  assert.deepEqual(changedInstants(before, before, berlin), {})
  assert.deepEqual(changedInstants(before, { ...before, to: '10:15' }, berlin), {
    endedAt: '2026-03-10T09:15:00.000Z',
  })
  assert.deepEqual(Object.keys(changedInstants(before, { ...before, day: '2026-03-09' }, berlin)), [
    'startedAt',
    'endedAt',
  ])
})

test('a running timer has no end, and a changed start sends none', () => {
  const before = timesOfInterval(interval('2026-03-10T08:00:42Z', null), berlin)
  assert.equal(before.to, '')
  assert.deepEqual(changedInstants(before, { ...before, from: '08:30' }, berlin), {
    startedAt: '2026-03-10T07:30:00.000Z',
  })
})

test('the hour that has passed is suggested today, the first of the morning on other days', () => {
  const now = new Date('2026-03-10T13:20:00Z')
  assert.deepEqual(suggestedTimes('2026-03-10', berlin, now), {
    day: '2026-03-10',
    from: '13:00',
    to: '14:00',
  })
  assert.deepEqual(suggestedTimes('2026-03-09', berlin, now), {
    day: '2026-03-09',
    from: '09:00',
    to: '10:00',
  })
})

test('shortly after midnight nothing is suggested that lies in the future', () => {
  const now = new Date('2026-03-10T23:20:00Z')
  assert.deepEqual(suggestedTimes('2026-03-11', berlin, now), {
    day: '2026-03-11',
    from: '00:00',
    to: '00:20',
  })
})

const report = (fields: Partial<TimeReport>) =>
  ({ from: '2026-02-27', to: '2026-03-02', groupBy: ['day'], rows: [], ...fields }) as TimeReport

test('a report by day has a line for every day, also without any time', () => {
  const rows = [{ date: '2026-02-28', seconds: 60 }] as TimeReport['rows']
  assert.deepEqual(
    reportLines(report({ rows }), 'en', null).map(({ key, label, seconds }) => [key, label, seconds]),
    [
      ['2026-02-27', 'Feb 27', 0],
      ['2026-02-28', 'Feb 28', 60],
      ['2026-03-01', 'Mar 1', 0],
      ['2026-03-02', 'Mar 2', 0],
    ],
  )
})

test('a report by person or task has a line for each, tasks with their number', () => {
  const people = [{ userId: 3, name: 'Ada Lovelace', seconds: 60 }] as TimeReport['rows']
  assert.deepEqual(reportLines(report({ groupBy: ['user'], rows: people }), 'en', 'WR'), [
    { key: '3', label: 'Ada Lovelace', seconds: 60, taskId: undefined },
  ])
  const tasks = [{ taskId: 9, number: 4, title: 'Plan', seconds: 5 }] as TimeReport['rows']
  assert.deepEqual(reportLines(report({ groupBy: ['task'], rows: tasks }), 'en', 'WR'), [
    { key: '9', label: 'WR-4 Plan', seconds: 5, taskId: 9 },
  ])
})

test('shares are whole percents that add up to 100', () => {
  assert.deepEqual(wholePercents([1, 1, 1]), [34, 33, 33])
  assert.deepEqual(wholePercents([835, 82, 83]), [84, 8, 8])
  assert.deepEqual(wholePercents([205, 205, 590]), [21, 20, 59])
  assert.deepEqual(wholePercents([3600]), [100])
  assert.deepEqual(wholePercents([0, 0]), [0, 0])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }), values => {
      const shares = wholePercents(values)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        100,
      )
    }),
  )
})
