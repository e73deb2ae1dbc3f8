const DAY_MS = 86_400_000

export function ageInDays(since: string, now = Date.now()) {
  return Math.max(0, Math.floor((now - Date.parse(since)) / DAY_MS))
}
