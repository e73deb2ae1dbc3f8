import { type Emit, inTransaction } from '@atrium/database/transaction'
import { addJob } from '@atrium/jobs/jobs'
import type { Actor } from '#administration/actor.ts'
import { getTimeZone } from '#administration/user.commands.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { type LockedTask, lockTask, updateTask } from '../task.queries.ts'
import { aboutTask } from '../task-events.ts'
import type { DateToSkip, Recurrence, RecurrenceInput, SkippedDate } from './recurrence.contract.ts'
import type { Series } from './recurrence.queries.ts'
import * as queries from './recurrence.queries.ts'
import { parseRule, printRule, type Rule } from './rule.contract.ts'
import { datesAfter, explicitRule } from './rule-dates.contract.ts'
import { nextDate, openDates } from './series.ts'

const MAX_SKIPPED = 100

/** Creates what is due in the background. */
export const REPEAT_TASKS = 'repeat_tasks'

/** Starts a series with this task, or changes its rule from the latest occurrence on. */
export async function setRecurrence(
  deps: Deps,
  actor: Actor,
  taskId: number,
  input: RecurrenceInput,
): Promise<Recurrence> {
  const rule = readRule(input)
  const timeZone = await timeZoneFor(deps, actor, input)
  return inTransaction(deps, (tx, emit) =>
    repeatTask(tx, emit, actor, taskId, { ...input, rule, timeZone, now: deps.now() }),
  )
}

interface Repetition extends Pick<RecurrenceInput, 'mode' | 'leadDays'> {
  rule: Rule
  timeZone: string
  now: Date
}

async function repeatTask(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  taskId: number,
  { rule, timeZone, mode, leadDays, now }: Repetition,
): Promise<Recurrence> {
  const task = await lockTask(tx, taskId)
  const before = task.recurrenceId === null ? undefined : await queries.lockSeries(tx, task.recurrenceId)
  const latest = await queries.getOccurrence(tx, before?.taskId ?? taskId)
  const today = await queries.findToday(tx, now, timeZone)
  const startDate = latest.dueDate ?? latest.startDate ?? latest.occurrenceDate ?? today
  const occurrenceDate = before ? await queries.moveOccurrence(tx, before.taskId, startDate) : null
  const schedule = scheduleOf(rule, mode, { startDate, today, occurrenceDate })
  const common = { ...schedule, timeZone, leadDays, updatedAt: now.toISOString() }
  const id = before?.id ?? (await startSeries(tx, actor, task, { ...common, startDate }))
  if (before) await queries.updateSeries(tx, id, common)
  if (mode === 'completion') await queries.scheduleAfterCompletion(tx, id)
  if (await queries.isDue(tx, id, now)) await addJob(tx, REPEAT_TASKS, {}, { key: REPEAT_TASKS })
  const after = recurrenceOf(await queries.lockSeries(tx, id))
  await emit({
    ...aboutTask(actor, task),
    type: 'recurrence.set',
    before: before ? { mode: before.mode, rule: queries.recurrenceOf(before).rule } : {},
    after: { recurrenceId: id, mode: after.mode, rule: after.rule },
  })
  return after
}

/** A task that has just been created, unless the rule has no more dates. Returns whether it repeats. */
export async function repeatNewTask(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  taskId: number,
  { timeZone, ...input }: RecurrenceInput & { timeZone: string; now: Date },
) {
  try {
    await repeatTask(tx, emit, actor, taskId, { ...input, rule: readRule(input), timeZone })
    return true
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof ValidationFailed) return false
    throw error
  }
}

function recurrenceOf(series: Series | undefined) {
  return queries.recurrenceOf(series as Series)
}

function readRule({ rule: text, mode }: Pick<RecurrenceInput, 'rule' | 'mode'>) {
  const rule = parseRule(text)
  if (!rule) throw new ValidationFailed({ rule: 'rule_expected' })
  const { byDay, byMonthDay, byMonth } = rule
  if (mode === 'completion' && byDay.length + byMonthDay.length + byMonth.length > 0) {
    throw new ValidationFailed({ rule: 'interval_rule_expected' })
  }
  return rule
}

async function timeZoneFor(deps: Deps, actor: Actor, { timeZone }: RecurrenceInput) {
  if (timeZone) return getTimeZone(deps, timeZone)
  return (await getUserSettings(deps.db, actor.id)).timeZone ?? 'UTC'
}

interface Days {
  startDate: string
  today: string
  occurrenceDate: string | null
}

/** The first date is ahead: a task that is overdue is not repeated for the days that have passed. */
function scheduleOf({ count, ...rule }: Rule, mode: RecurrenceInput['mode'], days: Days) {
  const { startDate, today, occurrenceDate } = days
  const after = [startDate, today, occurrenceDate ?? today].toSorted().at(-1) as string
  const none = { fromDate: null, nextDate: null, skippedDates: [], afterMonths: 0, afterDays: 0 }
  const remaining = count === undefined ? null : count - 1
  const untilDate = rule.until ?? null
  const refusal = new ValidationFailed({ rule: 'rule_without_dates' })
  if (remaining === 0) throw refusal
  const common = { ...none, mode, startDate, remaining, untilDate }
  if (mode === 'completion') {
    if (untilDate && untilDate <= today) throw refusal
    return { ...common, ...intervalOf(rule), rule: printRule(rule) }
  }
  const [date] = datesAfter(rule, startDate, after)
  if (!date) throw refusal
  return { ...common, fromDate: date, nextDate: date, rule: printRule(explicitRule(rule, startDate)) }
}

function intervalOf({ frequency, interval }: Rule) {
  const months = { DAILY: 0, WEEKLY: 0, MONTHLY: 1, YEARLY: 12 }[frequency]
  const days = { DAILY: 1, WEEKLY: 7, MONTHLY: 0, YEARLY: 0 }[frequency]
  return { afterMonths: months * interval, afterDays: days * interval }
}

/** Occurrences appear in the column of the first one, unless that completes tasks. */
async function startSeries(
  tx: Database,
  actor: Actor,
  { id: taskId, projectId, columnId, completedAt }: LockedTask,
  series: Omit<Parameters<typeof queries.insertSeries>[1], 'taskId' | 'projectId'> & { startDate: string },
) {
  const recurrenceId = await queries.insertSeries(tx, {
    ...series,
    taskId,
    projectId,
    columnId: completedAt ? null : columnId,
    createdBy: actor.id,
    createdAt: series.updatedAt,
  })
  await updateTask(tx, taskId, { recurrenceId, occurrenceDate: series.startDate })
  return recurrenceId
}

export function deleteRecurrence(deps: Deps, actor: Actor, taskId: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { task, series } = await lockOccurrence(tx, taskId)
    await queries.deleteSeries(tx, series.id)
    const { id: recurrenceId, mode, rule } = queries.recurrenceOf(series)
    await emit({
      ...aboutTask(actor, task),
      type: 'recurrence.removed',
      before: { recurrenceId, mode, rule },
    })
  })
}

/** Any date that is ahead can be skipped, not only the next one. */
export function skipOccurrence(deps: Deps, actor: Actor, taskId: number, input: DateToSkip) {
  return changeSkipped(deps, actor, taskId, 'recurrence.skipped', series => {
    const date = input.date ?? series.nextDate
    if (
      series.mode === 'completion' ||
      !date ||
      series.skippedDates.includes(date) ||
      !isOpen(series, date)
    ) {
      throw new Conflict('nothing_to_skip')
    }
    if (series.skippedDates.length >= MAX_SKIPPED) {
      throw new Conflict('too_many_skipped_dates', { limit: MAX_SKIPPED })
    }
    return { date, skippedDates: [...series.skippedDates, date].sort() }
  })
}

function isOpen(series: Series, date: string) {
  for (const open of openDates(series.rule, series)) {
    if (open >= date) return open === date
  }
  return false
}

export function unskipOccurrence(deps: Deps, actor: Actor, taskId: number, { date }: SkippedDate) {
  return changeSkipped(deps, actor, taskId, 'recurrence.unskipped', ({ skippedDates }) => {
    if (!skippedDates.includes(date)) throw new Conflict('nothing_to_skip')
    return { date, skippedDates: skippedDates.filter(skipped => skipped !== date) }
  })
}

function changeSkipped(
  deps: Deps,
  actor: Actor,
  taskId: number,
  type: 'recurrence.skipped' | 'recurrence.unskipped',
  change: (series: Series) => { date: string; skippedDates: string[] },
): Promise<Recurrence> {
  return inTransaction(deps, async (tx, emit) => {
    const { task, series } = await lockOccurrence(tx, taskId)
    const { date, skippedDates } = change(series)
    await queries.updateSeries(tx, series.id, {
      skippedDates,
      nextDate: nextDate(series.rule, { ...series, skippedDates }),
      updatedAt: deps.now().toISOString(),
    })
    await emit({ ...aboutTask(actor, task), type, after: { date } })
    return recurrenceOf(await queries.lockSeries(tx, series.id))
  })
}

async function lockOccurrence(tx: Database, taskId: number) {
  const task = await lockTask(tx, taskId)
  const series = task.recurrenceId === null ? undefined : await queries.lockSeries(tx, task.recurrenceId)
  if (!series) throw new NotFound('recurrence_not_found')
  return { task, series }
}
