const HOUR = 3600
const MINUTE = 60

/** `1h 30m`, `90m`, `1.5h`, `1:30` or, in Russian, `1 ч 30 мин`; a bare number means hours. Undefined if invalid. */
export function parseEstimate(text: string) {
  const clock = /^(\d+):([0-5]\d)$/.exec(text)
  if (clock) return Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE
  const part = /(\d+(?:[.,]\d+)?)\s*(\p{L}*)\.?/gu
  const parts = [...text.matchAll(part)]
  if (parts.length === 0 || text.replaceAll(part, '').trim()) return undefined
  let seconds = 0
  for (const [index, [, amount = '', unit = '']] of parts.entries()) {
    const factor = secondsOf(unit.toLowerCase(), index)
    if (!factor) return undefined
    seconds += Number(amount.replace(',', '.')) * factor
  }
  return Math.round(seconds)
}

function secondsOf(unit: string, index: number) {
  if (unit === '') return index === 0 ? HOUR : MINUTE
  if (/^(h|hrs?|hours?|ч|час|часа|часов)$/.test(unit)) return HOUR
  if (/^(m|mins?|minutes?|м|мин|минут[аы]?)$/.test(unit)) return MINUTE
  return undefined
}
