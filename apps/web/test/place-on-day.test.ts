import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOnDay } from '../src/features/time-tracking/place-on-day.ts'

const HOUR = 3600
const day = '2026-03-10'
const berlin = 'Europe/Berlin'
const at = (clock: string, date = day) => `${date}T${clock}:00.000Z`
const span = (from: string, to: string | null) => ({ startedAt: at(from), endedAt: to && at(to) })
const place = (hours: number, taken: ReturnType<typeof span>[], now: string, timeZone = 'UTC') =>
  placeOnDay(hours * HOUR, taken, { day, timeZone, now: new Date(now) })

test('time of today ends now, or before what was tracked last', () => {
  const now = at('15:30')
  assert.equal(place(0.5, [], now), at('15:00'))
  assert.equal(place(0.5, [span('15:00', '15:30')], now), at('14:30'))
  assert.equal(place(0.5, [span('14:45', null)], now), at('14:15'))
  assert.equal(place(1, [span('14:00', '15:00')], now), at('13:00'))
})

test('time of an earlier day begins in the morning, or after what is there', () => {
  const now = '2026-03-12T08:00:00.000Z'
  assert.equal(place(1, [], now), at('09:00'))
  assert.equal(place(1, [], now, berlin), at('08:00'))
  assert.equal(place(1, [span('09:00', '10:15')], now), at('10:15'))
  assert.equal(place(1, [span('08:00', '09:30'), span('10:00', '12:00')], now), at('12:00'))
  assert.equal(place(20, [], now), at('04:00'))
})

test('a day without room is used anyway', () => {
  const now = '2026-03-12T08:00:00.000Z'
  assert.equal(place(2, [span('00:00', '23:30')], now), at('09:00'))
  assert.equal(place(2, [], at('00:30')), at('22:30', '2026-03-09'))
  assert.equal(place(24, [], now), at('00:00'))
})
