import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import { getBoard, listBoards } from '@atrium/tasks/boards/board.contract'
import { type CustomField, type FieldValue, listFields } from '@atrium/tasks/fields/field.contract'
import { writeRepetition } from '@atrium/tasks/imports/formats/csv/csv'
import { listMembers } from '@atrium/tasks/projects/member.contract'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { listAttachments } from '@atrium/tasks/tasks/attachments/attachment.contract'
import { listChecklist } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { listComments } from '@atrium/tasks/tasks/comments/comment.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { getRecurrence } from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import { listStickers } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { listTasks, type Task } from '@atrium/tasks/tasks/task.contract'
import { fullName } from '@atrium/ui/format'
import { api } from '../../../api.ts'

export type ExportFormat = 'json' | 'csv'

const PARALLEL = 4
const PAGE_SIZE = 1000

type OnProgress = (done: number, total: number) => void

/** Everything that members see in a project, in the format of the API. */
export async function exportProject(project: Project, onProgress: OnProgress, signal: AbortSignal) {
  const { tasks, ...lists } = await exportLists(project.id, signal)
  let done = 0
  onProgress(done, tasks.length)
  const complete = await mapInParallel(tasks, async task => {
    const details = await detailsOf(task, signal)
    done += 1
    onProgress(done, tasks.length)
    return { ...task, ...details }
  })
  return { format: 'atrium-project', version: 1, project, ...lists, tasks: complete }
}

export async function exportLists(projectId: number, signal: AbortSignal) {
  const params = { id: projectId }
  const [boards, stickers, fields, members, tasks] = await Promise.all([
    everyPage(page => api(listBoards, { params, query: page, signal })),
    everyPage(page => api(listStickers, { query: { projectId, ...page }, signal })),
    everyPage(page => api(listFields, { params, query: page, signal })),
    everyPage(page => api(listMembers, { params, query: page, signal })),
    everyPage(page => {
      const query = { projectId: String(projectId), orderBy: 'position' as const, ...page }
      return api(listTasks, { query, signal })
    }),
  ])
  const withColumns = await mapInParallel(
    boards,
    async ({ id }) => (await api(getBoard, { params: { id }, signal })).item,
  )
  return { members, boards: withColumns, stickers, fields, tasks }
}

/** The rules of the tasks that repeat, as a column of a CSV file has them. */
export async function exportRepetitions(tasks: Task[], signal: AbortSignal) {
  const found = await mapInParallel(tasks, async task => ({ task, series: await recurrenceOf(task, signal) }))
  return new Map(
    found.flatMap(({ task, series }) => (series ? [[task.id, writeRepetition(series)] as const] : [])),
  )
}

/** Requests only what the task has: most have neither comments nor files. */
async function detailsOf(task: Task, signal: AbortSignal) {
  const input = (query: Page) => ({ params: { id: task.id }, query, signal })
  const { commentCount, checklistTotal, attachmentCount } = task
  return {
    comments: commentCount > 0 ? await everyPage(page => api(listComments, input(page))) : [],
    checklist: checklistTotal > 0 ? await everyPage(page => api(listChecklist, input(page))) : [],
    attachments: attachmentCount > 0 ? await everyPage(page => api(listAttachments, input(page))) : [],
    recurrence: await recurrenceOf(task, signal),
  }
}

/** Returns the rule of the latest occurrence: the earlier ones are tasks like any other. */
async function recurrenceOf({ id, recurrenceId }: Task, signal: AbortSignal) {
  if (recurrenceId === null) return null
  const { item } = await api(getRecurrence, { params: { id }, signal })
  return item.taskId === id ? item : null
}

interface Page {
  page: number
  limit: number
}

async function everyPage<T>(load: (page: Page) => Promise<{ items: T[]; _meta: { pages: number } }>) {
  const items: T[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await load({ page, limit: PAGE_SIZE })
    items.push(...list.items)
    pages = list._meta.pages
  }
  return items
}

async function mapInParallel<Input, Output>(inputs: Input[], work: (input: Input) => Promise<Output>) {
  const outputs: Output[] = []
  const queue = inputs.entries()
  const worker = async () => {
    for (const [index, input] of queue) outputs[index] = await work(input)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return outputs
}

type Lists = Awaited<ReturnType<typeof exportLists>>

const header = [
  'number',
  'title',
  'board',
  'column',
  'description',
  'assignee',
  'priority',
  'start date',
  'due date',
  'estimate (hours)',
  'tracked (hours)',
  'stickers',
  'repeat',
  'created',
  'completed',
]

/** One row per task, with column names that the import recognizes; custom fields come last. */
export function tasksCsv(
  { boards, members, fields, tasks }: Lists,
  priorities: TaskPriority[],
  repetitions: Map<number, string>,
) {
  const board = new Map(boards.map(({ id, name }) => [id, name]))
  const column = new Map(
    boards.flatMap(({ columns }) => columns.map(({ id, title }) => [id, title] as const)),
  )
  const assignee = new Map(members.map(({ userId, user }) => [userId, user.email ?? fullName(user)]))
  const priority = new Map(priorities.map(({ id, name }) => [id, name]))
  const rows = tasks.map(task => [
    task.number,
    task.title,
    board.get(task.boardId),
    column.get(task.columnId),
    task.description,
    task.assigneeIds.flatMap(id => assignee.get(id) ?? []).join('; '),
    priority.get(task.priorityId),
    task.startDate,
    task.dueDate,
    task.estimateSeconds && hours(task.estimateSeconds),
    task.trackedSeconds && hours(task.trackedSeconds),
    task.stickers.map(({ name }) => name).join(', '),
    repetitions.get(task.id),
    task.createdAt,
    task.completedAt,
    ...fields.map(field => fieldText(field, task.fields[field.id], assignee)),
  ])
  return BYTE_ORDER_MARK + toCsv([[...header, ...fields.map(({ name }) => name)], ...rows])
}

/** A value of a custom field, with the names of options and the addresses of people. */
function fieldText(field: CustomField, value: FieldValue | undefined, people: Map<number, string>) {
  if (value === undefined) return undefined
  if (field.type === 'person') return people.get(Number(value))
  const options = field.options.filter(({ id }) => [value].flat().includes(id))
  return options.length > 0 ? options.map(({ name }) => name).join(', ') : String(value)
}

/** With enough digits to get the same seconds when the file is imported. */
function hours(seconds: number) {
  return String(Math.round(seconds / 0.36) / 10_000)
}
