import { findDurationUnit } from '@atrium/core/duration-units'

const HOUR = 3600
const MINUTE = 60

/** `1h 25m`: the one format of a duration. */
export function durationText(seconds: number, language: string) {
  return createDurationFormat(language)(seconds)
}

/** The same for many durations: creating the formatters costs more than using them. */
export function createDurationFormat(language: string) {
  const unit = (name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' })
  const units = { hours: unit('hour'), minutes: unit('minute'), seconds: unit('second') }
  return (given: number) => {
    const whole = Math.max(0, Math.round(given))
    if (whole > 0 && whole < MINUTE) return units.seconds.format(whole)
    const [hours, minutes] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE)]
    if (hours === 0) return units.minutes.format(minutes)
    if (minutes === 0) return units.hours.format(hours)
    return `${units.hours.format(hours)} ${units.minutes.format(minutes)}`
  }
}

/**
 * `1h 30m`, `90m`, `1.5h`, `1:30`, with the units of any language, in seconds; undefined if it is none of these. A bare number is in
 * the given unit.
 */
export function parseDuration(text: string, bareUnit: 'hours' | 'minutes' = 'hours') {
  const clock = /^(\d+):([0-5]\d)$/.exec(text.trim())
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE
  const part = /(\d+(?:[.,]\d+)?)\s*(\p{L}*)\.?/gu
  const parts = [...text.matchAll(part)]
  if (parts.length === 0 || text.replaceAll(part, '').trim()) return undefined
  let seconds = 0
  for (const [index, [, amount = '', unit = '']] of parts.entries()) {
    const bare = index === 0 && bareUnit === 'hours' ? HOUR : MINUTE
    const factor = unit === '' ? bare : secondsOf(unit.toLowerCase())
    if (!factor) return undefined
    seconds += Number(amount.replace(',', '.')) * factor
  }
  return Math.round(seconds)
}

const seconds: Partial<Record<string, number>> = { hour: HOUR, minute: MINUTE }

function secondsOf(unit: string) {
  return seconds[findDurationUnit(unit) ?? '']
}
