import { inTransaction } from '@atrium/database/transaction'
import { findFirstColumn } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { lockProject } from '#projects/project.queries.ts'
import { contentOf, ownFiles } from '../copies/copied-task.ts'
import { copyAttachments, copyChecklist, copyStickers } from '../copies/copy.queries.ts'
import { columnFields, lockColumnToAppend } from '../enter-column.ts'
import { insertTasks, type LockedTask, lockAnyTask, numberTask, updateTask } from '../task.queries.ts'
import { creationOf } from '../task-events.ts'
import { REPEAT_TASKS } from './recurrence.commands.ts'
import type { DueCursor, Series } from './recurrence.queries.ts'
import * as queries from './recurrence.queries.ts'
import { advance, datesOn, nextDate } from './series.ts'

const BATCH = 100

/** Every minute, on one instance. */
export const occurrencesCrontab = `* * * * * ${REPEAT_TASKS}`

export function occurrencesTasks(deps: Deps) {
  return { [REPEAT_TASKS]: () => createDueOccurrences(deps) }
}

/** Creates each occurrence once, however many instances do this at the same time. A failure does not stop the others. */
export async function createDueOccurrences(deps: Deps) {
  let last: DueCursor | undefined = { nextAt: '-infinity', id: 0 }
  while (last) {
    const due: DueCursor[] = await queries.listDueSeries(deps.db, deps.now(), last, BATCH)
    for (const { id } of due) {
      await createOccurrence(deps, id).catch(error => {
        deps.log.error({ err: error, recurrenceId: id }, 'a recurring task could not be created')
      })
    }
    last = due.length < BATCH ? undefined : due.at(-1)
  }
}

function createOccurrence(deps: Deps, seriesId: number) {
  return inTransaction(deps, async (tx, emit) => {
    const now = deps.now()
    const locked = await lockDueSeries(tx, seriesId, now)
    if (!locked) return
    const { series, latest, column, today } = locked
    const { due, next } = dueOn(series, today)
    if (!due) return queries.updateSeries(tx, seriesId, next)

    const { projectId } = latest
    const { id, number } = await numberTask(tx, projectId)
    const task = {
      id,
      projectId,
      number,
      ...(await contentOf(tx, latest)),
      creatorId: latest.creatorId,
      ...datesOn(due, latest),
      ...columnFields(column, {}, now),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
    await insertTasks(tx, [task])
    await updateTask(tx, id, { recurrenceId: seriesId, occurrenceDate: due })
    await copyParts(tx, latest, id)
    await queries.updateSeries(tx, seriesId, { ...next, taskId: id })
    await emit(creationOf(null, task, { repeatOf: latest.number }))
  })
}

/**
 * Locks in the usual order: project, column, task; then the series, as when its latest occurrence is completed. Undefined
 * if it is no longer due, or rests.
 */
async function lockDueSeries(tx: Database, id: number, now: Date) {
  const origin = await queries.findOrigin(tx, id)
  const columnId = origin && (origin.columnId ?? (await findFirstColumn(tx, { boardId: origin.boardId })))
  if (!origin || !columnId) return undefined
  const { archivedAt } = await lockProject(tx, origin.projectId)
  const column = await lockColumnToAppend(tx, columnId, { force: true, isCounted: false })
  const latest = await lockAnyTask(tx, origin.taskId)
  const series = await queries.lockSeries(tx, id)
  if (archivedAt || latest.deletedAt || latest.boardId !== column.boardId) return undefined
  if (series?.taskId !== latest.id || !(await queries.isDue(tx, id, now))) return undefined
  const today = await queries.findToday(tx, now, series.timeZone)
  return isAhead(series, latest, today) ? undefined : { series, latest, column, today }
}

/** At most one occurrence is ahead, however long the lead time is. */
function isAhead({ mode }: Series, { occurrenceDate }: LockedTask, today: string) {
  return mode === 'calendar' && occurrenceDate !== null && occurrenceDate > today
}

function dueOn(series: Series, today: string) {
  if (series.mode === 'completion') {
    const remaining = series.remaining === null ? null : series.remaining - 1
    return { due: series.nextDate, next: { nextDate: null, remaining } }
  }
  const { due, next } = advance(series.rule, series, today, series.leadDays)
  return { due, next: { ...next, nextDate: nextDate(series.rule, next) } }
}

/** Files stay with the occurrence they belong to, except those that the description or the card shows. */
async function copyParts(tx: Database, from: LockedTask, taskId: number) {
  const { projectId, description, coverId, creatorId } = from
  const copy = { id: taskId, projectId }
  await copyChecklist(tx, from, copy)
  await copyStickers(tx, from, copy, creatorId)
  await queries.copyWatchers(tx, from, copy)
  const inText = (description ?? '').matchAll(/\/attachment\/(\d{1,16})\/content\b/g)
  const shown = [...[...inText].map(([, file]) => Number(file)), ...(coverId ? [coverId] : [])]
  if (shown.length === 0) return
  const copies = await copyAttachments(tx, from, { ...copy, uploaderId: creatorId }, shown)
  await updateTask(tx, taskId, ownFiles({ description, coverId }, copies))
}
