/** `2026-05-31`, `31.05.2026`, and with slashes in the order that the reader has chosen. */
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
const LONGEST_ESTIMATE = 10 * 365 * 24 * 3600

const unitSeconds: Record<string, number> = {
  w: 144_000,
  d: 28_800,
  h: 3600,
  m: 60,
  s: 1,
  н: 144_000,
  д: 28_800,
  ч: 3600,
  м: 60,
  с: 1,
}

/** `2h 30m`, `1:30`, or a number of hours; a day of work has eight. */
export function readEstimate(text: string): number | null {
  const seconds = secondsOf(text)
  return seconds === null || seconds > LONGEST_ESTIMATE ? null : seconds
}

function secondsOf(text: string): number | null {
  const clock = /^(\d+):(\d{2})$/.exec(text)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60
  const hours = text.replace(',', '.')
  if (/^\d+(\.\d+)?$/.test(hours)) return Math.round(Number(hours) * 3600)
  const parts = [...text.toLowerCase().matchAll(/(\d+(?:[.,]\d+)?)\s*([wdhmsндчмс])[a-zа-я.]*/g)]
  const read = parts
    .map(([whole]) => whole)
    .join('')
    .replaceAll(/\s/g, '')
  if (parts.length === 0 || read !== text.toLowerCase().replaceAll(/\s/g, '')) return null
  const seconds = parts.map(
    ([, number = '', unit = '']) => Number(number.replace(',', '.')) * (unitSeconds[unit] ?? 0),
  )
  return Math.round(seconds.reduce((sum, each) => sum + each, 0))
}
