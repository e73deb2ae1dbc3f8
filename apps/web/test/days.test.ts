import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addDays,
  clockOf,
  dayInWords,
  dayOf,
  daysUntil,
  instantOf,
  mondayOf,
  partOfDay,
} from '../src/data/days.ts'
import { createCardFormats } from '../src/features/boards/board/card-formats.ts'
import { sectionsOf } from '../src/features/my-work/sections.ts'
import { browserTimeZone, offsetOf, timeZones } from '../src/features/profile/time-zones.ts'
import { task } from './records.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Africa/Casablanca',
]

test('the day and time of an instant depend on the time zone', () => {
  const instant = '2026-03-10T23:30:00Z'
  assert.deepEqual([dayOf(instant, 'UTC'), clockOf(instant, 'UTC')], ['2026-03-10', '23:30'])
  assert.deepEqual(
    [dayOf(instant, 'Asia/Kolkata'), clockOf(instant, 'Asia/Kolkata')],
    ['2026-03-11', '05:00'],
  )
  assert.equal(clockOf('2026-03-10T00:00:00Z', 'UTC'), '00:00', 'midnight is not 24:00')
})

test('days are counted on the calendar, across leap days, years and daylight saving time', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(addDays('2026-03-30', -2), '2026-03-28')
  assert.equal(daysUntil('2026-03-30', '2026-03-28'), 2)
  assert.equal(daysUntil('2026-03-01', '2026-03-02'), -1)
})

test('a week starts on Monday, for Sundays too', () => {
  assert.deepEqual(['2026-03-09', '2026-03-11', '2026-03-15', '2026-03-16'].map(mondayOf), [
    '2026-03-09',
    '2026-03-09',
    '2026-03-09',
    '2026-03-16',
  ])
})

test('the text of a day does not depend on the time zone', () => {
  const format = { day: 'numeric', month: 'long' } as const
  assert.equal(dayInWords('2026-03-01', 'en', format), 'March 1')
  assert.equal(dayInWords('2026-03-01', 'ru', format), '1 марта')
})

test('a local time in a zone is converted to its instant', () => {
  assert.equal(instantOf('2026-01-15', '09:00', 'Europe/Berlin').toISOString(), '2026-01-15T08:00:00.000Z')
  assert.equal(instantOf('2026-07-15', '09:00', 'Europe/Berlin').toISOString(), '2026-07-15T07:00:00.000Z')
  assert.equal(instantOf('2026-01-15', '00:00', 'Pacific/Chatham').toISOString(), '2026-01-14T10:15:00.000Z')
})

test('a time that is skipped by daylight saving becomes the time after the gap', () => {
  // In Berlin 02:00 becomes 03:00 on this day, in New York three weeks earlier.
  assert.equal(instantOf('2026-03-29', '02:30', 'Europe/Berlin').toISOString(), '2026-03-29T01:30:00.000Z')
  assert.equal(instantOf('2026-03-08', '02:30', 'America/New_York').toISOString(), '2026-03-08T07:30:00.000Z')
})

test('an instant survives a round trip through day and time, except for repeated hours', () => {
  const minutes = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const instant = new Date(minute * 60_000)
      const named = instantOf(dayOf(instant, zone), clockOf(instant, zone), zone)
      assert.equal(dayOf(named, zone), dayOf(instant, zone))
      assert.equal(clockOf(named, zone), clockOf(instant, zone))
      assert.ok(Math.abs(named.getTime() - instant.getTime()) <= 2 * 3600_000)
    }),
    { numRuns: 500 },
  )
})

test('a card shows near days relative to today and others as a date', () => {
  const { day: format } = createCardFormats('en')
  const text = (day: string) => format(day, '2026-03-10')
  assert.deepEqual(
    ['2026-03-10', '2026-03-11', '2026-03-09', '2026-03-16', '2026-03-17', '2027-03-10'].map(text),
    ['today', 'tomorrow', 'yesterday', 'in 6 days', 'Mar 17', 'Mar 10, 2027'],
  )
})

test('my work is grouped by due date; within a group, earlier and then more urgent tasks come first', () => {
  const level = (id: number, value: number) => ({ id, level: value, name: '', color: '', isDefault: false })
  const priorities = [level(1, 10), level(2, 40)]
  const due = (id: number, dueDate: string | null, priorityId = 1) => task(id, { dueDate, priorityId })
  const tasks = [
    due(1, null),
    due(2, '2026-04-01'),
    due(3, '2026-03-17'),
    due(4, '2026-03-10'),
    due(5, '2026-03-10', 2),
    due(6, '2026-03-01'),
    due(7, '2026-02-01'),
    due(8, null, 2),
    due(9, null, 99),
  ]
  const sections = sectionsOf(tasks, '2026-03-10', priorities)
  assert.deepEqual(
    sections.map(({ name, tasks: inside }) => [name, inside.map(({ id }) => id)]),
    [
      ['overdue', [7, 6]],
      ['today', [5, 4]],
      ['week', [3]],
      ['later', [2]],
      ['undated', [8, 1, 9]],
    ],
  )
  assert.deepEqual(sectionsOf([], '2026-03-10', priorities), [])
})

test('time zones have a localized name and their current offset', () => {
  const winter = new Date('2026-01-15T00:00:00Z')
  assert.deepEqual(
    ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Europe/London'].map(zone => offsetOf(zone, winter)),
    ['UTC+00:00', 'UTC+05:30', 'UTC-03:30', 'UTC+00:00'],
  )
  assert.equal(offsetOf('Europe/London', new Date('2026-07-15T00:00:00Z')), 'UTC+01:00')
  const all = timeZones('ru', winter)
  assert.equal(new Set(all.map(({ value }) => value)).size, all.length)
  assert.match(all.find(({ value }) => value === 'Europe/Moscow')?.name ?? '', /Москва/)
  assert.ok(all.some(({ value }) => value === browserTimeZone()))
})

test('the greeting after midnight is not that of the evening', () => {
  const hours = [0, 4, 5, 11, 12, 17, 18, 23]
  const parts = ['night', 'night', 'morning', 'morning', 'day', 'day', 'evening', 'evening']
  assert.deepEqual(hours.map(partOfDay), parts)
})
