import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEstimate } from '@atrium/tasks/imports/formats/csv/csv-values'
import { createDurationFormat, durationText, parseDuration } from '@atrium/ui/durations'
import { longDurationText } from '../src/features/time-tracking/durations.ts'

const HOUR = 3600
const MINUTE = 60

test('durations are parsed in the usual formats, in English and Russian', () => {
  const read: [string, number][] = [
    ['2', 2 * HOUR],
    ['1.5', 1.5 * HOUR],
    ['1,5', 1.5 * HOUR],
    ['90m', 90 * MINUTE],
    ['1h 30m', 1.5 * HOUR],
    ['1h30', 1.5 * HOUR],
    ['1 30', 1.5 * HOUR],
    ['1:30', 1.5 * HOUR],
    [' 1:15 ', 75 * MINUTE],
    ['1ч 15м', 75 * MINUTE],
    ['0:05', 5 * MINUTE],
    ['2 hours', 2 * HOUR],
    ['1 ч 30 мин.', 1.5 * HOUR],
    ['2 часа', 2 * HOUR],
    ['15 минут', 15 * MINUTE],
    ['1 H', HOUR],
    ['0', 0],
  ]
  for (const [text, seconds] of read) assert.equal(parseDuration(text), seconds, text)
})

test('a bare number is in hours or in minutes, as the field says', () => {
  assert.equal(parseDuration('30', 'minutes'), 30 * MINUTE)
  assert.equal(parseDuration('1h 30', 'minutes'), 90 * MINUTE)
  assert.equal(parseDuration('1.5h', 'minutes'), 90 * MINUTE)
})

test('an invalid duration is rejected', () => {
  for (const text of ['', ' ', 'soon', '-1h', '1:75', '1h 30x', '2 days', '1h, 30m?', 'h']) {
    assert.equal(parseDuration(text), undefined, text)
  }
})

test('files can also have weeks, days and seconds; a work day has eight hours, a week five days', () => {
  const read: [string, number | null][] = [
    ['2.5', 2.5 * HOUR],
    ['1:30', 1.5 * HOUR],
    ['1w 2d', (40 + 16) * HOUR],
    ['2 days 3 hours', 19 * HOUR],
    ['30 min', 30 * MINUTE],
    ['45 sec', 45],
    ['1 неделя', 40 * HOUR],
    ['2 дня 4 часа', 20 * HOUR],
    ['1,5 ч.', 1.5 * HOUR],
    ['10 минут 5 секунд', 605],
    ['', null],
    ['soon', null],
    ['1:75', null],
    ['3 story points', null],
    ['99999999 h', null],
  ]
  for (const [text, seconds] of read) assert.equal(readEstimate(text), seconds, text)
})

test('a month is not a minute, and a sprint is not a second', () => {
  for (const text of ['2 months', '1 мес', '1 месяц', '3 sprints', '2 stories', '1 decade', '5 hearts']) {
    assert.equal(readEstimate(text), null, text)
  }
})

test('durations are shown in hours and minutes, and in seconds below a minute', () => {
  const text = (seconds: number) => durationText(seconds, 'en')
  assert.deepEqual([0, 1, 59, 60, 61, 3599.6, 3600, 5400, 90_000, -5].map(text), [
    '0m',
    '1s',
    '59s',
    '1m',
    '1m',
    '1h',
    '1h',
    '1h 30m',
    '25h',
    '0m',
  ])
  assert.equal(createDurationFormat('ru')(5400), '1 ч 30 мин')
})

test('long durations are shown in days and hours', () => {
  assert.deepEqual(
    [3600, 86_400, 90_000, 20 * 86_400 + 60].map(seconds => longDurationText(seconds, 'en')),
    ['1h', '1d', '1d 1h', '20d'],
  )
})
