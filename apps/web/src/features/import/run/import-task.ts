import { ApiError } from '@atrium/client/api-error'
import type { ChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import type { NewTask, Task } from '@atrium/tasks/tasks/task.contract'
import type { Item } from '@atrium/ui/api'
import type { PlannedTask, Remark } from '../files/import-plan.ts'
import type { Directory } from './directory.ts'
import type { ItemResult } from './import-progress.ts'
import { type ImportControl, sendWithRetry } from './import-requests.ts'

interface Place {
  columnId: number
  stickerIds: Map<string, number>
  directory: Directory
}

type Result = Omit<ItemResult, 'index'>

/** Creates the task. Its comments, checklist and stickers may follow while the next task is created. */
export async function importTask(
  control: ImportControl,
  key: string,
  planned: PlannedTask,
  { columnId, stickerIds, directory }: Place,
): Promise<{ created: Result; rest?: Promise<Result> }> {
  const { body, remarks } = bodyOf(planned, columnId, directory)
  const base = { title: planned.title, remarks }
  const task = await control
    .inTurn(() => sendWithRetry<Item<Task>>(control, { method: 'POST', path: '/task', body, key }))
    .catch(refusedOrThrow)
  if (task instanceof ApiError) return { created: { ...base, reason: 'refused', message: wordsOf(task) } }
  const created = { ...base, taskId: task.item.id }
  const { stickers, checklist, comments } = planned
  if (stickers.length + checklist.length + comments.length === 0) return { created }
  const ids = stickers.flatMap(name => stickerIds.get(name.toLowerCase()) ?? [])
  const rest = completeTask(control, key, task.item.id, { ids, checklist, comments })
  return {
    created,
    rest: rest.then(refused => (refused ? { ...created, ...partRefused(created, refused) } : created)),
  }
}

function bodyOf(planned: PlannedTask, columnId: number, directory: Directory) {
  const { title, description, startDate, dueDate, estimateSeconds, assignee, priority } = planned
  const assigneeId = assignee ? directory.memberId(assignee) : undefined
  const priorityId = priority ? directory.priorityId(priority) : undefined
  const remarks: Remark[] = [...planned.remarks]
  if (assignee && !assigneeId) remarks.push('assigneeUnknown')
  if (priority && !priorityId) remarks.push('priorityUnknown')
  const body: NewTask = {
    title,
    columnId,
    description,
    startDate,
    dueDate,
    estimateSeconds,
    // A column that was full in the old place is no reason to lose a task.
    force: true,
    ...(assigneeId && { assigneeId }),
    ...(priorityId && { priorityId }),
  }
  return { body, remarks }
}

interface Parts {
  ids: number[]
  checklist: PlannedTask['checklist']
  comments: string[]
}

/** Each kind in its order; says what the server refused, if anything. */
async function completeTask(control: ImportControl, key: string, taskId: number, parts: Parts) {
  const ask = <T>(method: 'POST' | 'PUT', path: string, body: object, part: string) =>
    control.inTurn(() => sendWithRetry<T>(control, { method, path, body, key: `${key}-${part}` }))
  const steps: (() => Promise<unknown>)[] = [
    ...parts.ids.map(
      (stickerId, index) => () => ask('POST', `/task/${taskId}/sticker`, { stickerId }, `s${index}`),
    ),
    ...parts.checklist.map(({ title, isDone }, index) => async () => {
      const path = `/task/${taskId}/checklist`
      const { item } = await ask<Item<ChecklistItem>>('POST', path, { title }, `i${index}`)
      if (isDone) await ask('PUT', `/checklist/${item.id}`, { isDone }, `d${index}`)
    }),
    ...parts.comments.map(
      (text, index) => () => ask('POST', `/task/${taskId}/comment`, { text }, `c${index}`),
    ),
  ]
  let refused: ApiError | undefined
  for (const step of steps) {
    const outcome = await step().catch(refusedOrThrow)
    if (outcome instanceof ApiError && !isThereAlready(outcome)) refused = outcome
  }
  return refused
}

function isThereAlready({ status, details }: ApiError) {
  return status === 409 && details.field === 'stickerId'
}

function partRefused({ remarks }: Result, refused: ApiError) {
  return { remarks: [...remarks, 'partRefused' as const], message: wordsOf(refused) }
}

/** Without a session or a right nothing further can succeed. */
function refusedOrThrow(error: unknown) {
  if (error instanceof ApiError && error.status !== 401 && error.status !== 403) return error
  throw error
}

function wordsOf({ message, fieldErrors }: ApiError) {
  const fields = Object.entries(fieldErrors).map(([field, texts]) => `${field}: ${texts.join(' ')}`)
  return fields.join('; ') || message
}
