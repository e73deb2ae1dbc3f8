import { DomainError } from '@atrium/core/errors'
import { isInOuterTransaction } from '@atrium/database/outer-transaction'
import { type Actor, isWithinToken } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import { requireRight } from '#projects/require-right.ts'
import { may } from '#projects/rights.ts'
import { applyEdits, type Work } from './apply-edits.ts'
import type { BulkChange, BulkEdit } from './bulk.contract.ts'
import * as queries from './bulk.queries.ts'
import type { Outcome, Refusal } from './refusals.ts'
import { editOf, requireCombinable, type TaskEdit } from './task-edit.ts'
import { listBulkChange, markUndone, takeBulkChangeId } from './undo.queries.ts'

const UNDO_MS = 24 * 3600 * 1000

/** One transaction for each project, or one around all of them for a request with an Idempotency-Key. */
export async function changeTasks(
  deps: Deps,
  actor: Actor,
  { ids, change, force = false }: BulkEdit,
): Promise<Outcome> {
  requireCombinable(change)
  const bulkId = await takeBulkChangeId(deps.db)
  const { access, refusals } = await findWritable(deps.db, actor, ids)
  const outcome: Outcome = { id: null, changedIds: [], unchangedIds: [], refusals }
  for (const part of partsOf(access)) {
    const findEdits = (tx: Database) => editsFor(tx, [...part.keys()], change)
    addTo(outcome, await applyEdits(deps, actor, { access: part, findEdits, force, bulkId }))
  }
  return { ...outcome, id: outcome.changedIds.length > 0 ? bulkId : null }
}

/** Rights are checked again. WIP limits do not stop a task from going back where it was. */
export async function undoBulkChange(deps: Deps, actor: Actor, id: number): Promise<Outcome> {
  const now = deps.now()
  const since = new Date(now.getTime() - UNDO_MS).toISOString()
  const rows = (await listBulkChange(deps.db, id, actor.id, since)).filter(({ projectId }) =>
    isWithinToken(actor, projectId),
  )
  if (rows.length === 0) throw new NotFound('bulk_change_not_found')
  const left = rows.filter(({ undoneAt }) => undoneAt === null)
  if (left.length === 0) throw new Conflict('bulk_change_undone')
  const entries = new Map(left.flatMap(({ tasks }) => tasks.map(({ taskId, edit }) => [taskId, edit])))
  const { access, refusals } = await findWritable(deps.db, actor, [...entries.keys()])
  const outcome: Outcome = { id: null, changedIds: [], unchangedIds: [], refusals }
  const projectIds = left.map(({ projectId }) => projectId)
  for (const part of isInOuterTransaction() ? [projectIds] : projectIds.map(one => [one])) {
    const ofPart = [...access].filter(([, record]) => part.includes(record.projectId))
    const work: Work = {
      access: new Map(ofPart),
      force: true,
      findEdits: async tx => {
        if (!(await markUndone(tx, id, part, now.toISOString()))) throw new Conflict('bulk_change_undone')
        return returningEdits(
          tx,
          new Map(ofPart.map(([taskId]) => [taskId, entries.get(taskId) as TaskEdit])),
        )
      },
    }
    addTo(outcome, await applyEdits(deps, actor, work))
  }
  return outcome
}

function addTo(outcome: Outcome, { changedIds, unchangedIds, refusals }: Omit<Outcome, 'id'>) {
  outcome.changedIds.push(...changedIds)
  outcome.unchangedIds.push(...unchangedIds)
  outcome.refusals.push(...refusals)
}

type AccessById = Work['access']

/** In the order of the ids. A task that the actor cannot see is reported as not found. */
export async function findWritable(db: Database, actor: Actor, ids: number[]) {
  const found = await queries.listTaskAccess(db, actor.id, ids)
  const access: AccessById = new Map()
  const refusals: Refusal[] = []
  for (const id of ids) {
    const record = found.get(id)
    const isVisible =
      record && isWithinToken(actor, record.projectId) && may(actor, record.role, 'project.read')
    try {
      if (!isVisible) throw new NotFound('task_not_found')
      requireRight(actor, { ...record, deletedAt: null }, 'task.write')
      access.set(id, record)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.push({ taskId: id, error })
    }
  }
  return { access, refusals }
}

/** By project, in the order of their ids: bulk changes lock in the same order. */
function partsOf(access: AccessById): AccessById[] {
  if (isInOuterTransaction()) return access.size > 0 ? [access] : []
  const byProject = Map.groupBy(access, ([, record]) => record.projectId)
  return [...byProject].sort(([one], [other]) => one - other).map(([, ofProject]) => new Map(ofProject))
}

async function editsFor(tx: Database, ids: number[], change: BulkChange) {
  const edit = editOf(change)
  const { isCompleted, isDeleted } = change
  if (isCompleted !== undefined) {
    const code = isCompleted ? 'no_done_column' : 'no_open_column'
    const columns = await queries.listColumnsFor(tx, ids, isCompleted)
    return withColumns(ids, edit, columns, () => new Conflict(code))
  }
  if (isDeleted === false) {
    const columns = await queries.listRestoreColumns(tx, ids)
    return withColumns(ids, edit, columns, boardId => new Conflict('board_deleted', { boardId }))
  }
  return { edits: new Map(ids.map(id => [id, edit])), refusals: [] }
}

type Columns = Awaited<ReturnType<typeof queries.listColumnsFor>>

function withColumns(
  ids: number[],
  edit: TaskEdit,
  columns: Columns,
  noColumn: (boardId: number) => DomainError,
) {
  const byTask = new Map(columns.map(column => [column.id, column]))
  const edits = new Map<number, TaskEdit>()
  const refusals: Refusal[] = []
  for (const id of ids) {
    const { boardId = 0, columnId = null } = byTask.get(id) ?? {}
    if (columnId === null) refusals.push({ taskId: id, error: noColumn(boardId) })
    else edits.set(id, { ...edit, to: { columnId, fromBoardId: boardId } })
  }
  return { edits, refusals }
}

/** Deleted tasks come back to where they are now, which is where they were unless the column is gone. */
export async function returningEdits(tx: Database, edits: Map<number, TaskEdit>) {
  const restored = [...edits].filter(([, edit]) => edit.isDeleted === false).map(([id]) => id)
  if (restored.length === 0) return { edits, refusals: [] }
  for (const { id, boardId, columnId } of await queries.listRestoreColumns(tx, restored)) {
    const { to, ...edit } = edits.get(id) as TaskEdit
    const record = columnId === to?.columnId ? to : { columnId: columnId ?? 0 }
    edits.set(id, {
      ...edit,
      ...(columnId !== null && { to: { ...record, columnId, fromBoardId: boardId } }),
    })
  }
  return { edits, refusals: [] }
}
