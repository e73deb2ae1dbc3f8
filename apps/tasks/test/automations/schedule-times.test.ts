import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTime, readSchedule } from '#automations/schedule-times.ts'

const BERLIN = 'Europe/Berlin'

function timesOf(text: string, timeZone: string, after: string, count: number) {
  const schedule = readSchedule(text)
  assert.ok(schedule, text)
  const times: string[] = []
  for (let last = new Date(after); times.length < count; ) {
    const next = nextTime(schedule, timeZone, last)
    assert.ok(next)
    times.push(next.toISOString().slice(0, 16))
    last = next
  }
  return times
}

test('a time of day is that of its time zone, in summer and in winter', () => {
  assert.deepEqual(timesOf('09:00', BERLIN, '2026-03-28T00:00:00Z', 2), [
    '2026-03-28T08:00',
    '2026-03-29T07:00',
  ])
  assert.deepEqual(timesOf('9:00', 'Asia/Kathmandu', '2026-03-28T12:00:00Z', 1), ['2026-03-29T03:15'])
})

test('a time that clocks skip comes as much later, one that comes twice counts once', () => {
  assert.deepEqual(timesOf('02:30', BERLIN, '2026-03-28T12:00:00Z', 2), [
    '2026-03-29T01:30',
    '2026-03-30T00:30',
  ])
  assert.deepEqual(timesOf('02:30', BERLIN, '2026-10-24T12:00:00Z', 2), [
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ])
})

test('days of the week and fields of cron', () => {
  const monday = '2026-11-16T00:00:00Z'
  assert.deepEqual(timesOf('mon,thu 18:05', 'UTC', monday, 3), [
    '2026-11-16T18:05',
    '2026-11-19T18:05',
    '2026-11-23T18:05',
  ])
  assert.deepEqual(timesOf('*/20 9-10 * * mon-fri', 'UTC', '2026-11-20T10:30:00Z', 3), [
    '2026-11-20T10:40',
    '2026-11-23T09:00',
    '2026-11-23T09:20',
  ])
  assert.deepEqual(timesOf('0 0 29 2 *', 'UTC', monday, 1), ['2028-02-29T00:00'])
  assert.deepEqual(timesOf('0 0 1 * sun', 'UTC', monday, 3), [
    '2026-11-22T00:00',
    '2026-11-29T00:00',
    '2026-12-01T00:00',
  ])
  assert.deepEqual(timesOf('0 12 * jan 7', 'UTC', monday, 1), ['2027-01-03T12:00'])
})

test('what is no schedule is not read, and 31 February never comes', () => {
  const wrong = [
    '',
    '24:00',
    '9',
    'moon 9:00',
    '* * * *',
    '61 * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    '1-2-3 * * * *',
  ]
  for (const text of wrong) assert.equal(readSchedule(text), undefined, text)
  const never = readSchedule('0 0 31 2 *')
  assert.equal(never && nextTime(never, 'UTC', new Date()), undefined)
})
