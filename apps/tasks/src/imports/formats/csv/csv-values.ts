import { findDurationUnit } from '@atrium/core/duration-units'

/** `2026-05-31`, `31.05.2026`, and with slashes in the order that the user has chosen. */
export function readDate(text: string, { isMonthFirst }: { isMonthFirst: boolean }): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const other = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T ,].*)?$/.exec(text)
  if (!other) return null
  const [, first, mark, second, year] = other
  return isMonthFirst && mark !== '.' ? dateOf(year, first, second) : dateOf(year, second, first)
}

function dateOf(year = '', month = '', day = '') {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  // 31 February would become a day in March.
  const isReal = Number(year) >= 1000 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isReal ? text : null
}

/** The server's limit: ten years. */
const MAX_ESTIMATE_SECONDS = 10 * 365 * 24 * 3600

const HOUR = 3600
const units = { week: 40 * HOUR, day: 8 * HOUR, hour: HOUR, minute: 60, second: 1 }

/** `2h 30m`, `1:30`, or a number of hours; a day of work has eight. */
export function readEstimate(text: string): number | null {
  const seconds = secondsOf(text)
  return seconds === null || seconds > MAX_ESTIMATE_SECONDS ? null : seconds
}

function secondsOf(text: string): number | null {
  const clock = /^(\d+):([0-5]\d)$/.exec(text)
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]) * 60
  const hours = text.replace(',', '.')
  if (/^\d+(\.\d+)?$/.test(hours)) return Math.round(Number(hours) * HOUR)
  const part = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?/gu
  const parts = [...text.toLowerCase().matchAll(part)]
  if (parts.length === 0 || text.toLowerCase().replaceAll(part, '').trim()) return null
  let seconds = 0
  for (const [, amount = '', unit = ''] of parts) {
    const found = findDurationUnit(unit)
    if (!found) return null
    seconds += Number(amount.replace(',', '.')) * units[found]
  }
  return Math.round(seconds)
}

const MAX_NUMBER = 1e15

/** `1 234,5` and `1234.5` are the same. */
export function readNumber(text: string) {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  const number = Number(plain)
  return Math.abs(number) > MAX_NUMBER ? null : number
}
