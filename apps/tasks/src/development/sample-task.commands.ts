import type { Actor } from '#administration/actor.ts'
import type { Column } from '#boards/column.contract.ts'
import type { Deps } from '#deps.ts'
import type { CustomField, FieldInput } from '#fields/field.contract.ts'
import { createChecklistItem, updateChecklistItem } from '#tasks/checklist/checklist.commands.ts'
import { createComment } from '#tasks/comments/comment.commands.ts'
import { createTask } from '#tasks/create.commands.ts'
import { addRelation } from '#tasks/relations/relation.commands.ts'
import { attachSticker } from '#tasks/stickers/sticker.commands.ts'
import { moveTask } from '#tasks/task.commands.ts'
import type { Task } from '#tasks/task.contract.ts'
import { createInterval } from '#time-tracking/time-interval.commands.ts'
import { backdateLastActivity, backdateTask } from './sample-data.queries.ts'
import { checklist, comments, descriptionOf, pick, scatter } from './sample-words.ts'

const QUARTER_MS = 900_000
const MAX_WORK_MS = 10 * QUARTER_MS
const DAY_MS = 86_400_000
const WEEKS = 6

interface Setting {
  /** All of them can edit tasks. */
  actors: Actor[]
  columns: Column[]
  stickerIds: number[]
  priorityIds: number[]
  fields: CustomField[]
}

/** Runs the usual commands, each at its own time. */
export async function createSampleTask(
  deps: Deps,
  setting: Setting,
  index: number,
  fields: Timeline & { title: string; blockerId?: number | undefined },
) {
  const author = pick(setting.actors, index)
  const worker = scatter(setting.actors, index)
  const at = (moment: Date): Deps => ({ ...deps, now: () => moment })

  const { title, createdAt, startedAt, doneAt, startDate, dueDate } = fields
  const task = await open(at(createdAt), setting, index, { title, author, worker, startDate, dueDate })
  const itemIds = await addParts(at(createdAt), setting, index, { task, author })
  if (fields.blockerId) {
    await addRelation(at(createdAt), author, task.id, { type: 'blockedBy', taskId: fields.blockerId })
    await backdateLastActivity(deps.db, fields.blockerId, createdAt)
  }
  await backdateTask(deps.db, task.id, createdAt)
  if (!startedAt) return task.id

  const [, inProgress = setting.columns[0]] = setting.columns
  await moveTask(at(startedAt), worker, task.id, { columnId: (inProgress as Column).id })
  if (index % 5 < 3) await comment(at(startedAt), worker, task, index)
  await track(deps, worker, task, startedAt, index)
  await backdateTask(deps.db, task.id, startedAt)
  if (!doneAt) return task.id

  await track(deps, worker, task, new Date(doneAt.getTime() - MAX_WORK_MS), index + 3)
  for (const id of itemIds) await updateChecklistItem(at(doneAt), worker, id, { isDone: true })
  await moveTask(at(doneAt), worker, task.id, { columnId: (setting.columns.at(-1) as Column).id })
  if (index % 3 === 0) await comment(at(doneAt), author, task, index + 1)
  await backdateTask(deps.db, task.id, doneAt)
  return task.id
}

function open(
  deps: Deps,
  { actors, columns, priorityIds, fields }: Setting,
  index: number,
  task: { title: string; author: Actor; worker: Actor } & Pick<Timeline, 'startDate' | 'dueDate'>,
) {
  const { title, author, worker, startDate, dueDate } = task

  return createTask(deps, author, {
    title,
    description: descriptionOf(index),
    columnId: (columns[0] as Column).id,
    priorityId: scatter(priorityIds, index + 7),
    assigneeId: index % 7 === 0 ? null : worker.id,
    estimateSeconds: index % 3 === 0 ? null : (1 + (index % 8)) * 3600,
    startDate,
    dueDate,
    fields: fieldValuesOf(fields, actors, index),
  })
}

/** Some are empty. */
function fieldValuesOf(fields: CustomField[], actors: Actor[], index: number): FieldInput {
  const [effort, budget, reviewer] = fields
  return {
    ...(effort && index % 5 > 0 && { [effort.id]: scatter(effort.options, index + 3).id }),
    ...(budget && index % 4 === 2 && { [budget.id]: 50 * (1 + (index % 12)) }),
    ...(reviewer && index % 3 === 1 && { [reviewer.id]: scatter(actors, index + 5).id }),
  }
}

async function addParts(
  deps: Deps,
  { stickerIds }: Setting,
  index: number,
  { task, author }: { task: Task; author: Actor },
) {
  if (index % 3 === 0) await attachSticker(deps, author, task.id, { stickerId: scatter(stickerIds, index) })
  if (index % 4 !== 1) return []
  const itemIds: number[] = []
  for (const title of checklist)
    itemIds.push((await createChecklistItem(deps, author, task.id, { title })).id)
  return itemIds
}

/** From 15 minutes to two and a half hours, but never into the future. */
async function track(deps: Deps, worker: Actor, { id: taskId }: Task, startedAt: Date, index: number) {
  const planned = startedAt.getTime() + (1 + ((index * 7) % 10)) * QUARTER_MS
  const endedAt = new Date(Math.min(planned, deps.now().getTime()))
  const times = { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() }
  await createInterval(deps, worker, { taskId, ...times })
}

function comment(deps: Deps, author: Actor, task: Task, index: number) {
  return createComment(deps, author, task.id, { text: pick(comments, index) })
}

interface Timeline {
  createdAt: Date
  startedAt?: Date
  doneAt?: Date
  startDate: string | null
  dueDate: string | null
}

/** The first task is six weeks old, the last one was created today; older ones are mostly done. */
export function timelineOf(index: number, total: number, now: Date): Timeline {
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
    ...datesOf(index, isDone ? doneAt : now),
  }
}

/** Due from a week ago to two weeks ahead; some have no start, some no dates at all. */
function datesOf(index: number, around: Date) {
  if (index % 6 === 5) return { startDate: null, dueDate: null }
  const due = daysFrom(around, ((index * 5) % 21) - 6)
  const startDate = index % 4 === 3 ? null : dayOf(daysFrom(due, -1 - (index % 4)))
  return { startDate, dueDate: dayOf(due) }
}

function dayOf(moment: Date) {
  return moment.toISOString().slice(0, 10)
}

export function projectStart(now: Date) {
  return daysFrom(now, -WEEKS * 7)
}

export function projectEnd(now: Date) {
  return daysFrom(now, 3 * 7)
}

/** Notifications since then are unread. */
export function lastVisit(now: Date) {
  return daysFrom(now, -2)
}

function daysFrom(moment: Date, days: number) {
  return new Date(moment.getTime() + days * DAY_MS)
}
