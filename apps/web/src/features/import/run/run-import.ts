import { ApiError, isRefused } from '@atrium/client/api-error'
import { type BoardWithColumns, createBoard, getBoard } from '@atrium/tasks/boards/board.contract'
import { createColumn } from '@atrium/tasks/boards/column.contract'
import { createChecklistItem, updateChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { createComment } from '@atrium/tasks/tasks/comments/comment.contract'
import { setRecurrence } from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import { attachSticker, createSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { createTask, type NewTask } from '@atrium/tasks/tasks/task.contract'
import { api } from '../../../api.ts'
import type { FieldWord, PlannedSticker, PlannedTask, Remark, SkippedItem } from '../files/import-plan.ts'
import { customValues, withNewOptions } from './custom-values.ts'
import type { Directory } from './directory.ts'
import { type ImportControl, sendWithRetry } from './import-requests.ts'

export interface ImportRun {
  runId: string
  projectId: number
  /** An existing board, or none to create one with this name. */
  boardId: number | undefined
  boardName: string
  columns: string[]
  /** The column of a new board whose tasks are completed. */
  doneColumn: string | undefined
  stickers: PlannedSticker[]
  tasks: PlannedTask[]
  /** Whether an earlier attempt has finished this task. */
  isFinished: (index: number) => boolean
  directory: Directory
  /** Names of options and people in custom fields. */
  fieldWords: FieldWord[]
  /** Whether options that lists lack are created. */
  createsOptions: boolean
}

/** The result of one item of the file. */
export interface ItemResult {
  /** Its index in the planned tasks; -1 if it was skipped. */
  index: number
  title: string
  taskId?: number
  /** Why no task was created: our own reason, or the server's. */
  reason?: SkippedItem['reason'] | 'refused'
  message?: string
  remarks: Remark[]
}

interface ImportEvents {
  onBoard: (boardId: number) => void
  onResult: (result: ItemResult) => void
}

const MAX_COLUMNS_AT_ONCE = 50

/** The columns in parallel, the tasks of each one at a time, so that they keep their order. */
export async function runImport(run: ImportRun, control: ImportControl, events: ImportEvents) {
  const board = await boardFor(run, control)
  events.onBoard(board.id)
  const columnIds = await columnsFor(run, control, board)
  const stickerIds = await stickersFor(run, control)
  const directory = await withNewOptions(run, control)
  const inColumns = Map.groupBy(run.tasks.entries(), ([, { column }]) => column)
  const lanes = [...inColumns].map(async ([title, tasks]) => {
    const parts: Promise<void>[] = []
    try {
      for (const [index, task] of tasks) {
        if (run.isFinished(index)) continue
        const place = { columnId: columnIds.get(title) ?? 0, stickerIds, directory }
        const { created, rest } = await importTask(control, `${run.runId}-${index}`, task, place)
        parts.push(reportWhenComplete(events, { index, ...created }, rest))
        parts.at(-1)?.catch(() => {}) // handled below
      }
    } finally {
      await Promise.allSettled(parts)
    }
    await Promise.all(parts)
  })
  const ends = await Promise.allSettled(lanes)
  const failed = ends.find(end => end.status === 'rejected')
  if (failed) throw failed.reason
}

/** A created task is reported in any case; its missing parts are added when the import is resumed. */
async function reportWhenComplete(
  { onResult }: ImportEvents,
  created: ItemResult,
  rest: Promise<Omit<ItemResult, 'index'>> | undefined,
) {
  try {
    onResult({ ...created, ...(await rest) })
  } catch (error) {
    onResult({ ...created, remarks: [...created.remarks, 'unfinished'] })
    throw error
  }
}

async function boardFor(run: ImportRun, control: ImportControl): Promise<BoardWithColumns> {
  if (run.boardId) return (await api(getBoard, { params: { id: run.boardId } })).item
  const columns = run.columns.slice(0, MAX_COLUMNS_AT_ONCE)
  const doneColumn = columns.find(title => title === run.doneColumn) ?? null
  const { item: board } = await sendWithRetry(control, () =>
    api(createBoard, {
      params: { id: run.projectId },
      body: { name: run.boardName, ...(columns.length > 0 && { columns, doneColumn }) },
      idempotencyKey: `${run.runId}-board`,
    }),
  )
  return board
}

async function columnsFor(run: ImportRun, control: ImportControl, board: BoardWithColumns) {
  const existing = new Map(board.columns.map(({ title, id }) => [title.toLowerCase(), id]))
  const ids = new Map<string, number>()
  for (const [index, title] of run.columns.entries()) {
    const id = existing.get(title.toLowerCase()) ?? (await addColumn(run, control, board.id, title, index))
    existing.set(title.toLowerCase(), id)
    ids.set(title, id)
  }
  return ids
}

async function addColumn(
  run: ImportRun,
  control: ImportControl,
  boardId: number,
  title: string,
  index: number,
) {
  const isDone = !run.boardId && title === run.doneColumn
  const body = { title, ...(isDone && { isDone }) }
  const input = { params: { id: boardId }, body, idempotencyKey: `${run.runId}-column-${index}` }
  return (await sendWithRetry(control, () => api(createColumn, input))).item.id
}

async function stickersFor(run: ImportRun, control: ImportControl) {
  const ids = new Map(run.directory.stickers.map(({ name, id }) => [name.toLowerCase(), id]))
  for (const [index, { name, color }] of run.stickers.entries()) {
    if (ids.has(name.toLowerCase())) continue
    const body = { name, color, projectId: run.projectId }
    const idempotencyKey = `${run.runId}-sticker-${index}`
    const { item } = await sendWithRetry(control, () => api(createSticker, { body, idempotencyKey }))
    ids.set(name.toLowerCase(), item.id)
  }
  return ids
}

interface Place {
  columnId: number
  stickerIds: Map<string, number>
  directory: Directory
}

type Result = Omit<ItemResult, 'index'>

/** Creates the task; its stickers, checklist and comments may follow while the next task is created. */
async function importTask(
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
  if (task instanceof ApiError)
    return { created: { ...result, reason: 'refused', message: textOf(task, directory) } }
  const created = { ...result, taskId: task.item.id }
  const { stickers, checklist, comments, repeats } = planned
  if (stickers.length + checklist.length + comments.length === 0 && !repeats) return { created }
  const ids = stickers.flatMap(name => stickerIds.get(name.toLowerCase()) ?? [])
  const rest = completeTask(control, key, task.item.id, { ids, checklist, comments, repeats })
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
  const { fields, hasUnknown } = customValues(planned.fields, directory)
  if (hasUnknown) remarks.push('fieldUnknown')
  const body: NewTask = {
    title,
    columnId,
    description,
    startDate,
    dueDate,
    estimateSeconds,
    // A full column must not lose a task.
    force: true,
    ...(assigneeId && { assigneeId }),
    ...(priorityId && { priorityId }),
    ...(Object.keys(fields).length > 0 && { fields }),
  }
  return { body, remarks }
}

interface Parts {
  ids: number[]
  checklist: PlannedTask['checklist']
  comments: string[]
  repeats: PlannedTask['repeats']
}

/** In order. Returns the last refusal of the server, if any. */
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
    ...[parts.repeats ?? []].flat().map(body => () => send(() => api(setRecurrence, { params, body }))),
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

function textOf({ message, fieldErrors }: ApiError, directory?: Directory) {
  const nameOf = (key: string) => directory?.fields.find(({ id }) => `fields.${id}` === key)?.name ?? key
  const fields = Object.entries(fieldErrors).map(([key, texts]) => `${nameOf(key)}: ${texts.join(' ')}`)
  return fields.join('; ') || message
}
