import { GAP } from '@atrium/database/ordered-list'
import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Event } from '#events.ts'
import { columnFields } from '#tasks/enter-column.ts'
import { repeatNewTask } from '#tasks/recurrence/recurrence.commands.ts'
import { addDays } from '#tasks/recurrence/rule-dates.contract.ts'
import { insertTasks, takeTaskNumbers } from '#tasks/task.queries.ts'
import { creationOf } from '#tasks/task-events.ts'
import type { TemplateTask } from './content/content.contract.ts'
import * as queries from './content.queries.ts'
import { lockNamed, noneLeft, reported } from './named-records.ts'
import type { LeftOut } from './use.contract.ts'

export interface Target {
  actor: Actor
  projectId: number
  now: Date
  /** The time zone of the person who creates the tasks. */
  timeZone: string
  today: string
}

export interface PlacedTask {
  task: TemplateTask
  column: { id: number; boardId: number; isDone: boolean }
  position: number
}

/** Tasks of a template on a new board: one after the other in each column. */
export function placeOnBoards(tasks: TemplateTask[], columns: PlacedTask['column'][]): PlacedTask[] {
  const counts = new Map<number, number>()
  return tasks.map(task => {
    const column = columns[(task.column ?? 1) - 1] as PlacedTask['column']
    const count = counts.get(column.id) ?? 0
    counts.set(column.id, count + 1)
    return { task, column, position: count * GAP }
  })
}

/**
 * A fixed number of statements for any number of tasks, except for those that repeat. The caller has locked the project and
 * the columns. What the project does not have is left out.
 */
export async function insertNewTasks(
  tx: Database,
  emit: Emit<Event>,
  target: Target,
  placed: PlacedTask[],
): Promise<{ ids: number[]; leftOut: LeftOut }> {
  const { actor, projectId, now, today, timeZone } = target
  const known = await lockNamed(
    tx,
    projectId,
    placed.map(({ task }) => task),
  )
  const numbers = await takeTaskNumbers(tx, projectId, placed.length)
  const ids = numbers.map(({ id }) => id)
  const left = noneLeft()
  const parts: queries.NewParts = { checklist: [], stickers: [] }
  const rows = placed.map(({ task, column, position }, index) => {
    const { id, number, defaultPriorityId } = numbers[index] as (typeof numbers)[number]
    const { title, description = null, estimateSeconds = null, startInDays, dueInDays, parent } = task
    for (const [place, item] of (task.checklist ?? []).entries()) {
      parts.checklist.push({ taskId: id, title: item, position: place * GAP })
    }
    for (const stickerId of known.stickersOf(task, left)) parts.stickers.push({ taskId: id, stickerId })
    return {
      id,
      projectId,
      number,
      title,
      description,
      estimateSeconds,
      priorityId: known.priorityOf(task, left) ?? defaultPriorityId,
      ...known.assigneesOf(task, left),
      startDate: startInDays === undefined ? null : addDays(today, startInDays),
      dueDate: dueInDays === undefined ? null : addDays(today, dueInDays),
      parentId: parent === undefined ? null : (ids[parent - 1] ?? null),
      fieldValues: known.valuesOf(task, left),
      ...columnFields({ ...column, projectId, title: '', wipLimit: null }, {}, now),
      position,
      creatorId: actor.id,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    }
  })
  if (rows.length > 0) await insertTasks(tx, rows)
  await queries.insertParts(tx, { projectId, attachedBy: actor.id }, parts)
  for (const row of rows) await emit(creationOf(actor, row))
  for (const [index, { task }] of placed.entries()) {
    if (!task.recurrence) continue
    const repeats = await repeatNewTask(tx, emit, actor, ids[index] as number, {
      timeZone,
      ...task.recurrence,
      now,
    })
    if (!repeats) left.recurrences.add(task.title)
  }
  return { ids, leftOut: reported(left) }
}
