import { contractsOf } from '@atrium/core/contract'
import { Body, CalendarDate, Default, Id, Instant, Item, Message, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { TimeZone } from '#administration/user.contract.ts'

export const RecurrenceMode = OneOf('calendar', 'completion')
export type RecurrenceMode = Static<typeof RecurrenceMode>

export const MAX_LEAD_DAYS = 365
/** How many of the next dates a preview shows. */
export const SHOWN_DATES = 5

const mode = {
  description:
    '`calendar`: on the days of the rule. `completion`: the interval of the rule after the day on which the latest occurrence was completed',
}
const leadDays = {
  minimum: 0,
  maximum: MAX_LEAD_DAYS,
  description:
    'How many days before its date an occurrence is created, but not before the day of the one before it',
}

export const Recurrence = Type.Object({
  id: Id,
  taskId: Type.Integer({ ...Id, description: 'The latest occurrence; the next one is a copy of it' }),
  mode: RecurrenceMode,
  rule: Type.String({
    description: 'As of the latest occurrence: `COUNT` includes it and those that follow',
  }),
  timeZone: Type.String({ description: 'Where a day begins at midnight' }),
  leadDays: Type.Integer(),
  columnId: Nullable({ ...Id, description: 'Where occurrences are created; null is the first column' }),
  nextDate: Nullable({
    ...CalendarDate,
    description: 'Null if the latest occurrence is not completed yet, or if there are no more',
  }),
  nextDates: Type.Array(CalendarDate, { description: `The next ${SHOWN_DATES} dates that are known` }),
  skippedDates: Type.Array(CalendarDate),
  createdBy: Nullable(Id),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Recurrence = Static<typeof Recurrence>

export const RecurrenceInput = Body({
  rule: Type.String({
    minLength: 1,
    maxLength: 500,
    errorCode: 'rule_expected',
    description:
      'RFC 5545 with `FREQ` (`DAILY`, `WEEKLY`, `MONTHLY`, `YEARLY`), `INTERVAL`, `BYDAY` (`2MO` is the second Monday, `-1FR` the last Friday), `BYMONTHDAY` (`-1` is the last day), `BYMONTH`, `COUNT` or `UNTIL`, and `WKST`',
  }),
  mode: Default(Type.Unsafe<RecurrenceMode>({ ...RecurrenceMode, ...mode }), 'calendar'),
  timeZone: Type.Optional(
    Type.String({ ...TimeZone, description: 'An IANA time zone; yours, unless given' }),
  ),
  leadDays: Default(Type.Integer(leadDays), 0),
})
export type RecurrenceInput = Static<typeof RecurrenceInput>

export const DateToSkip = Body({
  date: Type.Optional(Type.String({ ...CalendarDate, description: 'The next date, unless given' })),
})
export type DateToSkip = Static<typeof DateToSkip>

export const SkippedDate = Body({ date: CalendarDate })
export type SkippedDate = Static<typeof SkippedDate>

const contract = contractsOf('Recurrence')

export const getRecurrence = contract('getRecurrence', 'GET /task/:id/recurrence', {
  summary: 'Get the recurrence of a task',
  description:
    'The rule of the series that the task belongs to, with its next dates. 404 if it does not repeat.',
  access: inProject('project.read'),
  reply: Item(Recurrence),
  errors: ['recurrence_not_found'],
})

export const setRecurrence = contract('setRecurrence', 'PUT /task/:id/recurrence', {
  summary: 'Repeat a task',
  description:
    'Each occurrence is a new task, with the title, description, assignee, priority, stickers, estimate and checklist of the latest one, so a change to the latest occurrence applies to all that follow. If the task repeats already, the rule changes from the latest occurrence on. The task itself is the first occurrence; its date is the due date, or else the start date, or today.',
  access: inProject('task.write'),
  body: RecurrenceInput,
  reply: Item(Recurrence),
  errors: ['task_deleted'],
})

export const deleteRecurrence = contract('deleteRecurrence', 'DELETE /task/:id/recurrence', {
  summary: 'Stop repeating a task',
  description: 'Occurrences that exist stay as tasks.',
  access: inProject('task.write'),
  reply: Message,
  errors: ['task_deleted', 'recurrence_not_found'],
})

export const skipOccurrence = contract('skipOccurrence', 'POST /task/:id/recurrence/skip', {
  summary: 'Skip an occurrence',
  description:
    'Creates no task for the next date, or for the given one. 409 if the date is not ahead, or not a date of the rule.',
  access: inProject('task.write'),
  body: DateToSkip,
  reply: Item(Recurrence),
  errors: ['task_deleted', 'recurrence_not_found', 'nothing_to_skip', 'too_many_skipped_dates'],
})

export const unskipOccurrence = contract('unskipOccurrence', 'POST /task/:id/recurrence/unskip', {
  summary: 'Stop skipping an occurrence',
  description: 'Creates a task for a skipped date after all, if the date is still ahead.',
  access: inProject('task.write'),
  body: SkippedDate,
  reply: Item(Recurrence),
  errors: ['task_deleted', 'recurrence_not_found', 'nothing_to_skip'],
})
