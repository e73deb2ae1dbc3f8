const DAY_MS = 86_400_000

/** Before this time everything is too old; undefined for what is kept for ever. */
export function keptSince(now: Date, days: number) {
  return days === 0 ? undefined : new Date(now.getTime() - days * DAY_MS).toISOString()
}
