import fc from 'fast-check'
import type { BothServices } from './both-services.ts'

/** From UTC-11 to UTC+14, with half and quarter hours and every kind of clock change. */
const zones = [
  'Pacific/Pago_Pago',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Africa/Casablanca',
  'UTC',
]

/** Around the clock changes of those time zones, in a past year on which all versions of the zone data agree. */
const moments = [
  '2025-03-30T01:00:00Z',
  '2025-10-26T01:00:00Z',
  '2025-03-09T06:00:00Z',
  '2025-11-02T05:00:00Z',
  '2025-04-05T15:00:00Z',
  '2025-10-04T15:30:00Z',
  '2025-02-23T02:00:00Z',
  '2025-04-06T02:00:00Z',
  '2025-07-01T00:00:00Z',
]

const DAY = 86_400
const TIMER = 12 * 3600

interface Tracked {
  user: number
  task: number
  from: number
  to: number
  /** Without it, the timer runs or was forgotten. */
  isStopped: boolean
  isRunning: boolean
}

export interface Situation {
  zone: string
  /** In whole seconds since 1970, like all instants here. */
  now: number
  tracked: Tracked[]
}

const offset = fc.oneof(
  fc.integer({ min: -DAY, max: DAY }),
  fc.integer({ min: -96, max: 96 }).map(n => n * 900),
)
const length = fc.oneof(
  fc.integer({ min: 1, max: DAY }),
  fc.integer({ min: 1, max: 96 }).map(n => n * 900),
)

/** Two users and three tasks around a clock change; one user may have a running or forgotten timer. */
export const situation: fc.Arbitrary<Situation> = fc
  .record({
    zone: fc.constantFrom(...zones),
    moment: fc.constantFrom(...moments),
    finished: fc.array(fc.record({ user: fc.nat(1), task: fc.nat(2), offset, length }), {
      minLength: 1,
      maxLength: 8,
    }),
    timer: fc.option(fc.record({ user: fc.nat(1), task: fc.nat(2), age: fc.nat(TIMER + 7200) })),
    rest: fc.nat(DAY),
  })
  .map(({ zone, moment, finished, timer, rest }) => {
    const middle = Date.parse(moment) / 1000
    const now = middle + 2 * DAY + rest
    const tracked = finished.map(({ user, task, offset, length }) => {
      const from = middle + offset
      return { user, task, from, to: from + length, isStopped: true, isRunning: false }
    })
    if (!timer) return { zone, now, tracked }
    const { user, task, age } = timer
    const from = now - age
    const to = Math.min(now, from + TIMER)
    return {
      zone,
      now,
      tracked: [...tracked, { user, task, from, to, isStopped: false, isRunning: age < TIMER }],
    }
  })

/** Writes the situation, and nothing else, into the database and sets the service's clock. */
export async function enterSituation(
  { deps }: BothServices,
  { now, tracked }: Situation,
  userIds: number[],
  taskIds: number[],
) {
  const instant = (seconds: number) => new Date(seconds * 1000).toISOString()
  deps.now = () => new Date(now * 1000 + 345)
  await deps.db.deleteFrom('timeIntervals').execute()
  const projects = await deps.db.selectFrom('tasks').select(['id', 'projectId']).execute()
  const projectOf = new Map(projects.map(({ id, projectId }) => [id, projectId]))
  const rows = tracked.map(({ user, task, from, to, isStopped }) => ({
    userId: userIds[user] as number,
    taskId: taskIds[task] as number,
    taskProjectId: projectOf.get(taskIds[task] as number) as number,
    startedAt: instant(from),
    endedAt: isStopped ? instant(to) : null,
    source: 'timer',
  }))
  await deps.db.insertInto('timeIntervals').values(rows).execute()
}

interface Slice {
  date: string
  hour: number
  seconds: number
}

/** By the local clock: in steps, with a search for the second at which the hour changes. */
export function slicesOf(zone: string, { from, to }: Pick<Tracked, 'from' | 'to'>): Slice[] {
  const slices: Slice[] = []
  for (let at = from; at < to; ) {
    const shown = clock(zone, at)
    const next = changeAfter(zone, at, Math.min(to, at + 900))
    slices.push({ ...shown, seconds: next - at })
    at = next
  }
  return slices
}

export function datesOf({ zone, tracked }: Situation) {
  const dates = tracked.flatMap(interval => slicesOf(zone, interval).map(({ date }) => date))
  return [...new Set(dates)].sort()
}

/** How much of these intervals is counted more than once. */
export function overlapOf(intervals: Pick<Tracked, 'from' | 'to'>[]) {
  let covered = Number.NEGATIVE_INFINITY
  let overlap = 0
  for (const { from, to } of [...intervals].sort((one, other) => one.from - other.from)) {
    overlap += Math.max(0, Math.min(to, covered) - from)
    covered = Math.max(covered, to)
  }
  return overlap
}

export function secondsOf(slices: Slice[]) {
  return slices.reduce((total, { seconds }) => total + seconds, 0)
}

function changeAfter(zone: string, from: number, to: number) {
  const isSame = (at: number) => {
    const [one, other] = [clock(zone, from), clock(zone, at)]
    return one.date === other.date && one.hour === other.hour
  }
  if (isSame(to - 1)) return to
  let [same, other] = [from, to - 1]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (isSame(middle)) same = middle
    else other = middle
  }
  return other
}

const formats = new Map<string, Intl.DateTimeFormat>()

function clock(zone: string, at: number) {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  formats.set(zone, format)
  const [date = '', hour] = format.format(at * 1000).split(' ')
  return { date, hour: Number(hour) }
}
