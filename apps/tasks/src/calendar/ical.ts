import { taskKey } from '#projects/project-key.contract.ts'

/** A task as calendars show it. Days are `2026-03-04`, moments are ISO 8601. */
export interface CalendarTask {
  id: number
  number: number
  title: string
  startDate: string | null
  dueDate: string | null
  createdAt: string
  updatedAt: string
  completedAt: string | null
  deletedAt: string | null
  version: number
  projectKey: string | null
  projectName: string
}

export interface Calendar {
  name: string
  kind: 'event' | 'todo'
  /** The host in the ids of entries, which are unique in the world. */
  host: string
  /** The address of the application, with a slash at the end. */
  application: string
  tasks: CalendarTask[]
}

const MAX_OCTETS = 75

/** Returns the calendar as RFC 5545 and RFC 7986 describe it. The same tasks result in the same text. */
export function icalOf(calendar: Calendar) {
  const { name, kind, tasks } = calendar
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Tasks//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...tasks.flatMap(task => (kind === 'todo' ? todo(calendar, task) : event(calendar, task))),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

/** An event for whole days; its end is the day after the last one (RFC 5545 §3.6.1). */
function event(calendar: Calendar, task: CalendarTask) {
  const { first, last } = daysOf(task)
  const { title, completedAt, deletedAt } = task
  return [
    'BEGIN:VEVENT',
    ...common(calendar, task),
    `DTSTART;VALUE=DATE:${dayIn(first)}`,
    `DTEND;VALUE=DATE:${dayIn(dayAfter(last))}`,
    `SUMMARY:${escaped(completedAt ? `✓ ${title}` : title)}`,
    `STATUS:${deletedAt ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

function todo(calendar: Calendar, task: CalendarTask) {
  const { title, startDate, dueDate, completedAt, deletedAt } = task
  const { first } = daysOf(task)
  const status = deletedAt ? 'CANCELLED' : completedAt ? 'COMPLETED' : 'NEEDS-ACTION'
  return [
    'BEGIN:VTODO',
    ...common(calendar, task),
    ...(startDate ? [`DTSTART;VALUE=DATE:${dayIn(first)}`] : []),
    ...(dueDate ? [`DUE;VALUE=DATE:${dayIn(dueDate)}`] : []),
    `SUMMARY:${escaped(title)}`,
    `STATUS:${status}`,
    ...(completedAt && !deletedAt ? [`COMPLETED:${momentIn(completedAt)}`, 'PERCENT-COMPLETE:100'] : []),
    'END:VTODO',
  ]
}

/** Without a METHOD, DTSTAMP is when the entry was last changed (RFC 5545 §3.8.7.2). */
function common({ host, application }: Calendar, task: CalendarTask) {
  const { id, number, projectKey, projectName, createdAt, updatedAt, version } = task
  const url = `${application}task/${id}`
  return [
    `UID:task-${id}@${host}`,
    `DTSTAMP:${momentIn(updatedAt)}`,
    `CREATED:${momentIn(createdAt)}`,
    `LAST-MODIFIED:${momentIn(updatedAt)}`,
    `SEQUENCE:${version}`,
    `URL:${url}`,
    `DESCRIPTION:${escaped(`${taskKey(number, projectKey)} · ${projectName}\n${url}`)}`,
    `CATEGORIES:${escaped(projectName)}`,
  ]
}

/** A task with one date takes that day. */
function daysOf({ startDate, dueDate }: CalendarTask) {
  const last = dueDate ?? (startDate as string)
  const first = startDate && startDate <= last ? startDate : last
  return { first, last }
}

function dayAfter(day: string) {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

function dayIn(day: string) {
  return day.replaceAll('-', '')
}

/** `20260304T091500Z` */
function momentIn(moment: string) {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** RFC 5545 §3.3.11; control characters are not allowed at all. */
function escaped(text: string) {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}--\n]/gv, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** Lines have at most 75 octets; a space continues one on the next line, and no character is divided (RFC 5545 §3.1). */
function folded(line: string) {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return line
  const parts = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      parts.push('')
      octets = 1 // the space
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}
