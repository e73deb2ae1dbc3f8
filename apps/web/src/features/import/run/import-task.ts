import { ApiError, isRefused } from '@atrium/client/api-error'
import { createChecklistItem, updateChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { createComment } from '@atrium/tasks/tasks/comments/comment.contract'
import { attachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { createTask, type NewTask } from '@atrium/tasks/tasks/task.contract'
import { api } from '../../../api.ts'
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

/** Creates the task; its stickers, checklist and comments may follow while the next task is created. */
export async function importTask(
  control: ImportControl,
  key: string,
  planned: PlannedTask,
  { columnId, stickerIds, directory }: Place,
): Promise<{ created: Result; rest?: Promise<Result> }> {
  const { body, remarks } = bodyOf(planned, columnId, directory)
  const result = { title: planned.title, remarks }
  const task = await control
    .inTurn(() => sendWithRetry(control, () => api(createTask, { body, idempotencyKey: key })))
    .catch(refusedOrThrow)
  if (task instanceof ApiError) return { created: { ...result, reason: 'refused', message: textOf(task) } }
  const created = { ...result, taskId: task.item.id }
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
    // A full column is no reason to lose a task.
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

/** Each kind in its order. Returns what the server refused, if anything. */
async function completeTask(control: ImportControl, key: string, taskId: number, parts: Parts) {
  const send = <Reply>(request: () => Promise<Reply>) => control.inTurn(() => sendWithRetry(control, request))
  const params = { id: taskId }
  const steps: (() => Promise<unknown>)[] = [
    ...parts.ids.map((stickerId, index) => () => {
      const input = { params, body: { stickerId }, idempotencyKey: `${key}-s${index}` }
      return send(() => api(attachSticker, input))
    }),
    ...parts.checklist.map(({ title, isDone }, index) => async () => {
      const input = { params, body: { title }, idempotencyKey: `${key}-i${index}` }
      const { item } = await send(() => api(createChecklistItem, input))
      if (isDone) await send(() => api(updateChecklistItem, { params: { id: item.id }, body: { isDone } }))
    }),
    ...parts.comments.map((text, index) => () => {
      const input = { params, body: { text }, idempotencyKey: `${key}-c${index}` }
      return send(() => api(createComment, input))
    }),
  ]
  let refused: ApiError | undefined
  for (const step of steps) {
    const outcome = await step().catch(refusedOrThrow)
    if (outcome instanceof ApiError && !isAlreadyAttached(outcome)) refused = outcome
  }
  return refused
}

function isAlreadyAttached(error: ApiError) {
  return isRefused(attachSticker, error, 'sticker_already_attached')
}

function partRefused({ remarks }: Result, refused: ApiError) {
  return { remarks: [...remarks, 'partRefused' as const], message: textOf(refused) }
}

/** Without a session or a right, nothing else can succeed. */
function refusedOrThrow(error: unknown) {
  if (error instanceof ApiError && error.status !== 401 && error.status !== 403) return error
  throw error
}

function textOf({ message, fieldErrors }: ApiError) {
  const fields = Object.entries(fieldErrors).map(([field, texts]) => `${field}: ${texts.join(' ')}`)
  return fields.join('; ') || message
}
