const DAY_MS = 86_400_000
const WEEKS = 6

export interface Story {
  createdAt: Date
  startedAt?: Date
  doneAt?: Date
  dueDate: string | null
}

/** The first of many tasks is six weeks old, the last one of today; older ones are mostly done. */
export function storyOf(index: number, total: number, now: Date): Story {
  const age = 1 - index / total
  const createdAt = daysFrom(now, -age * WEEKS * 7)
  const startedAt = daysFrom(createdAt, 1 + (index % 3))
  const doneAt = daysFrom(startedAt, 1 + (index % 4))
  const isDone = age > 0.4 && index % 5 !== 0 && doneAt < now
  const isStarted = isDone || (age > 0.15 && index % 3 !== 0 && startedAt < now)
  return {
    createdAt,
    ...(isStarted && { startedAt }),
    ...(isDone && { doneAt }),
    dueDate: dueDateOf(index, isDone ? doneAt : now),
  }
}

/** A week late to two weeks ahead; some have none. */
function dueDateOf(index: number, around: Date) {
  if (index % 6 === 5) return null
  return daysFrom(around, ((index * 5) % 21) - 6)
    .toISOString()
    .slice(0, 10)
}

export function storyBegins(now: Date) {
  return daysFrom(now, -WEEKS * 7)
}

/** What happened since has not been read yet. */
export function lastSeen(now: Date) {
  return daysFrom(now, -2)
}

function daysFrom(moment: Date, days: number) {
  return new Date(moment.getTime() + days * DAY_MS)
}
