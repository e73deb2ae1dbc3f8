import type { Actor } from '#administration/actor.ts'
import type { Column } from '#boards/column.contract.ts'
import type { Deps } from '#deps.ts'
import { createChecklistItem, updateChecklistItem } from '#tasks/checklist/checklist.commands.ts'
import { createComment } from '#tasks/comments/comment.commands.ts'
import { attachSticker } from '#tasks/stickers/sticker.commands.ts'
import { createTask, moveTask } from '#tasks/task.commands.ts'
import type { Task } from '#tasks/task.contract.ts'
import { addInterval } from '#time-tracking/add-interval.ts'
import { dateTask } from './made-up.queries.ts'
import type { Story } from './made-up-story.ts'
import { checklist, comments, descriptionOf, pick, scatter } from './made-up-words.ts'

const QUARTER_MS = 900_000
const LONGEST_WORK_MS = 10 * QUARTER_MS

export interface Scene {
  /** Who acts, all of them members at least. */
  cast: Actor[]
  columns: Column[]
  stickerIds: number[]
  priorityIds: number[]
}

/** One task with its story, told by the verbs that everybody uses, each at its own time. */
export async function makeUpTask(deps: Deps, scene: Scene, index: number, story: Story & { title: string }) {
  const author = pick(scene.cast, index)
  const worker = scatter(scene.cast, index)
  const then = (moment: Date): Deps => ({ ...deps, now: () => moment })

  const { title, createdAt, startedAt, doneAt, dueDate } = story
  const task = await open(then(createdAt), scene, index, { title, author, worker, dueDate })
  const itemIds = await addParts(then(createdAt), scene, index, { task, author })
  await dateTask(deps.db, task.id, createdAt)
  if (!startedAt) return

  const [, inProgress = scene.columns[0]] = scene.columns
  await moveTask(then(startedAt), worker, task.id, { columnId: (inProgress as Column).id })
  if (index % 5 < 3) await comment(then(startedAt), worker, task, index)
  await track(deps, worker, task, startedAt, index)
  await dateTask(deps.db, task.id, startedAt)
  if (!doneAt) return

  await track(deps, worker, task, new Date(doneAt.getTime() - LONGEST_WORK_MS), index + 3)
  for (const id of itemIds) await updateChecklistItem(then(doneAt), worker, id, { isDone: true })
  await moveTask(then(doneAt), worker, task.id, { columnId: (scene.columns.at(-1) as Column).id })
  if (index % 3 === 0) await comment(then(doneAt), author, task, index + 1)
  await dateTask(deps.db, task.id, doneAt)
}

function open(
  deps: Deps,
  { columns, priorityIds }: Scene,
  index: number,
  { title, author, worker, dueDate }: { title: string; author: Actor; worker: Actor; dueDate: string | null },
) {
  return createTask(deps, author, {
    title,
    description: descriptionOf(index),
    columnId: (columns[0] as Column).id,
    priorityId: scatter(priorityIds, index + 7),
    assigneeId: index % 7 === 0 ? null : worker.id,
    estimateSeconds: index % 3 === 0 ? null : (1 + (index % 8)) * 3600,
    dueDate,
  })
}

async function addParts(
  deps: Deps,
  { stickerIds }: Scene,
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

/** A quarter of an hour to two and a half at once, ended in any case by now. */
async function track(deps: Deps, worker: Actor, { id: taskId }: Task, startedAt: Date, index: number) {
  const planned = startedAt.getTime() + (1 + ((index * 7) % 10)) * QUARTER_MS
  const endedAt = new Date(Math.min(planned, deps.now().getTime()))
  const times = { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString() }
  await addInterval(deps, worker, { taskId, ...times })
}

function comment(deps: Deps, author: Actor, task: Task, index: number) {
  return createComment(deps, author, task.id, { text: pick(comments, index) })
}
