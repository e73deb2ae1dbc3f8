import { ApiError } from '@atrium/client/api-error'
import type { SkippedItem } from '@atrium/tasks/imports/plan/import-format'
import {
  importTasks,
  type LossKind,
  longest,
  MAX_PART_BYTES,
  MAX_TASKS_OF_PART,
  type PlannedTask,
} from '@atrium/tasks/imports/plan/import-plan.contract'
import type { PlanSummary } from '@atrium/tasks/imports/plan/plan-summary'
import { api } from '../../../api.ts'
import type { PlannedTasks } from '../files/file-reader.ts'
import { type ImportControl, sendWithRetry } from './import-requests.ts'

export interface ImportRun {
  /** Names the import: a part that has been sent before adds nothing. */
  source: string
  projectId: number
  /** An existing board, or none to create one with this name. */
  boardId: number | undefined
  boardName: string
  /** The column of a new board whose tasks are completed. */
  doneColumn: string | undefined
  /** Whether options that lists lack are created. */
  createsOptions: boolean
  plan: Pick<PlanSummary, 'columns' | 'people' | 'stickers'>
  planned: PlannedTasks
}

/** The result of one item of the file. */
export interface ItemResult {
  title: string
  taskId?: number
  /** Why no task was created: our own reason, or the server's. */
  reason?: SkippedItem['reason'] | 'refused'
  message?: string
  losses: LossKind[]
}

interface ImportEvents {
  onBoard: (boardId: number) => void
  onResults: (results: ItemResult[]) => void
}

/** Sends the plan in parts, one after the other, so that the tasks keep their order. */
export async function runImport(run: ImportRun, control: ImportControl, events: ImportEvents) {
  const remarks = Map.groupBy(run.planned.remarks, ({ externalId }) => externalId)
  const remarksOn = ({ externalId }: PlannedTask) => (remarks.get(externalId) ?? []).map(({ kind }) => kind)
  for (const tasks of partsOf(run.planned.tasks)) {
    await sendPart(run, control, events, tasks.map(withFirstComments), remarksOn)
    // What a part has no room for follows at once: the task is known then, and has its result.
    for (const rest of tasks.flatMap(commentsLeft))
      await sendPart(run, control, { ...events, onResults: () => {} }, [rest], remarksOn)
  }
}

function withFirstComments({ comments = [], ...task }: PlannedTask): PlannedTask {
  return { ...task, comments: comments.slice(0, longest.comments) }
}

function commentsLeft({ externalId, title, column, comments = [] }: PlannedTask): PlannedTask[] {
  const rest: PlannedTask[] = []
  for (let from = longest.comments; from < comments.length; from += longest.comments) {
    rest.push({ externalId, title, column, comments: comments.slice(from, from + longest.comments) })
  }
  return rest
}

type RemarksOn = (task: PlannedTask) => LossKind[]

async function sendPart(
  run: ImportRun,
  control: ImportControl,
  events: ImportEvents,
  tasks: PlannedTask[],
  remarksOn: RemarksOn,
): Promise<void> {
  const answer = await sendWithRetry(control, () =>
    api(importTasks, { params: { id: run.projectId }, body: partOf(run, tasks) }),
  ).catch(refusedOrThrow)
  if (!(answer instanceof ApiError)) {
    const { boardId, tasks: imported } = answer.item
    events.onBoard(boardId)
    const results = imported.map(({ taskId, losses }, index) => {
      const task = tasks[index] as PlannedTask
      return { title: task.title, taskId, losses: [...new Set([...remarksOn(task), ...losses])] }
    })
    return events.onResults(results)
  }
  // A part with an error imports nothing: its halves find out which task is at fault.
  const [task] = tasks
  if (tasks.length === 1 && task) {
    const refused = { reason: 'refused', message: textOf(answer), losses: remarksOn(task) } as const
    return events.onResults([{ title: task.title, ...refused }])
  }
  const half = Math.ceil(tasks.length / 2)
  await sendPart(run, control, events, tasks.slice(0, half), remarksOn)
  await sendPart(run, control, events, tasks.slice(half), remarksOn)
}

/** The tasks with what they refer to. */
export function partOf(run: ImportRun, tasks: PlannedTask[]) {
  const { source, boardId, boardName, doneColumn, createsOptions, plan } = run
  const used = new Set(
    tasks.flatMap(({ assignees = [], comments = [], fields = {}, stickers = [] }) => [
      ...assignees,
      ...comments.flatMap(({ author }) => author ?? []),
      ...Object.values(fields).flat(),
      ...stickers,
    ]),
  )
  return {
    source,
    ...(boardId === undefined ? { boardName } : { boardId }),
    createsOptions,
    columns: plan.columns.map(column => ({
      ...column,
      ...(boardId === undefined && { isDone: column.title === doneColumn }),
    })),
    people: plan.people.filter(({ externalId }) => used.has(externalId)),
    stickers: plan.stickers.filter(({ name }) => used.has(name)),
    tasks,
  }
}

/** Smaller than the server allows, for a progress that moves. */
const TASKS_AT_ONCE = Math.min(100, MAX_TASKS_OF_PART)
/** Room for what the tasks refer to, and for characters of several bytes. */
const CHARACTERS_AT_ONCE = MAX_PART_BYTES / 8

/** In their order, as many at once as the server takes. */
export function* partsOf(tasks: PlannedTask[]) {
  let part: PlannedTask[] = []
  let size = 0
  for (const task of tasks) {
    const length = JSON.stringify(task).length
    if (part.length > 0 && (part.length === TASKS_AT_ONCE || size + length > CHARACTERS_AT_ONCE)) {
      yield part
      part = []
      size = 0
    }
    part.push(task)
    size += length
  }
  if (part.length > 0) yield part
}

/** An error of the plan concerns one part. Without a session, a right or an active project, nothing else can succeed. */
function refusedOrThrow(error: unknown) {
  const isOfPart = error instanceof ApiError && (error.status === 422 || error.status === 409)
  if (isOfPart && error.code !== 'project_archived') return error
  throw error
}

function textOf({ message, fieldErrors }: ApiError) {
  const fields = Object.entries(fieldErrors).map(([key, texts]) => `${key}: ${texts.join(' ')}`)
  return fields.join('; ') || message
}
