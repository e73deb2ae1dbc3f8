import type { SourceColumn } from '../board/source-board.ts'
import { idOf, numberOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'

export interface PlacedProject {
  project: Unread
  columns: SourceColumn[]
  /** The id of the column of a task. */
  columnOf: (task: Unread) => string
}

// Columns of projects that have no board, and of tasks that are done in a project without a column for them.
const toDo = { id: 'to-do', title: 'To do' }
const done = { id: 'done', title: 'Done', isDone: true }

/** The columns of a project: the buckets of its board. Other views can have buckets of their own. */
export function columnsOf(project: Unread): PlacedProject {
  const view = recordOf(
    recordsOf(project.views).find(({ view_kind: kind }) => kind === 'kanban' || kind === KANBAN),
  )
  const viewId = idOf(view.id)
  const isOfView = ({ project_view_id: id }: Unread) => !viewId || !idOf(id) || idOf(id) === viewId
  const buckets = recordsOf(project.buckets)
    .filter(isOfView)
    .toSorted((one, other) => numberOf(one.position) - numberOf(other.position))
  const doneId = idOf(view.done_bucket_id) || idOf(project.done_bucket_id)
  const isDoneBucket = ({ id, is_done_bucket: isDone }: Unread) =>
    isDone === true || (doneId !== '' && idOf(id) === doneId)
  const read = buckets.map(bucket => ({
    id: idOf(bucket.id),
    title: textOf(bucket.title),
    ...(isDoneBucket(bucket) && { isDone: true }),
  }))
  const needsDone = !read.some(({ isDone }) => isDone) && recordsOf(project.tasks).some(isDoneTask)
  const columns: SourceColumn[] = [...(read.length > 0 ? read : [toDo]), ...(needsDone ? [done] : [])]
  const placed = new Map(
    recordsOf(project.task_buckets)
      .filter(isOfView)
      .map(({ task_id: task, bucket_id: bucket }) => [idOf(task), idOf(bucket)]),
  )
  const known = new Set(columns.map(({ id }) => id))
  const first =
    [idOf(view.default_bucket_id), idOf(project.default_bucket_id)].find(id => known.has(id)) ??
    columns[0]?.id
  const columnOf = (task: Unread) => {
    const own = [placed.get(idOf(task.id)), idOf(task.bucket_id)].find(
      id => id !== undefined && known.has(id),
    )
    const column = own ?? first ?? ''
    if (!isDoneTask(task) || isDoneColumn(columns, column)) return column
    return columns.find(({ isDone }) => isDone)?.id ?? column
  }
  return { project, columns, columnOf }
}

/** Views were numbered before they had names. */
const KANBAN = 3

function isDoneTask({ done: isDone }: Unread) {
  return isDone === true
}

function isDoneColumn(columns: SourceColumn[], id: string) {
  return columns.some(column => column.id === id && column.isDone === true)
}
