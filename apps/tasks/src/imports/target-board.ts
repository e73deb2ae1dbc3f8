import type { Language } from '@atrium/core/language'
import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { announceBoard, insertBoard, insertBoardWith, lockBoard } from '#boards/board.commands.ts'
import { findBoardAccess } from '#boards/board.queries.ts'
import { addColumn } from '#boards/column.commands.ts'
import { findFirstColumn, getColumn, listColumns } from '#boards/column.queries.ts'
import { firstBoard } from '#boards/personal-project.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import * as queries from './import.queries.ts'
import type { ImportPlan, PlannedTask } from './plan/import-plan.contract.ts'

interface Wanted extends queries.ImportKey {
  /** The board of an earlier part. */
  earlier: number | undefined
  plan: ImportPlan
  language: Language
}

/** The board that the tasks go to, with a column for each that the plan names. */
export async function lockTarget(tx: Database, emit: Emit<Event>, actor: Actor, wanted: Wanted) {
  const { earlier, plan } = wanted
  const boardId = await targetBoard(tx, emit, actor, wanted)
  const board = await lockBoard(tx, actor, boardId)
  if (boardId !== earlier) await queries.updateImport(tx, wanted, boardId)
  const existing = await listColumns(tx, boardId)
  const ids = await queries.listImportedColumns(tx, wanted, boardId)
  const added: { externalId: string; columnId: number }[] = []
  for (const { externalId, title, isDone = false } of plan.columns) {
    if (ids.has(externalId)) continue
    const same = existing.find(column => column.title.toLowerCase() === title.toLowerCase())
    const column = same ?? (await addColumn(tx, emit, actor, board, { title, isDone }))
    if (!same) existing.push(column)
    ids.set(externalId, column.id)
    added.push({ externalId, columnId: column.id })
  }
  await queries.insertImportedColumns(tx, wanted, added)
  refuseUnknownColumns(plan, ids)
  const first = existing[0]?.id as number
  const doneColumn = existing.find(({ isDone }) => isDone)?.id
  const doneColumns = new Set(existing.flatMap(({ id, isDone }) => (isDone ? [id] : [])))
  return {
    boardId,
    /** Only completed tasks can be archived, so the others go to a column that completes them. */
    columnOf: ({ column, isArchived }: PlannedTask) => {
      const own = column ? (ids.get(column) as number) : first
      return isArchived && !doneColumns.has(own) ? (doneColumn ?? own) : own
    },
  }
}

/** The given board, the one of an earlier part, a new one, or the first one of the project. */
async function targetBoard(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  { projectId, earlier, plan, language }: Wanted,
) {
  const { boardId, boardName, columns } = plan
  if (boardId !== undefined) {
    const access = await findBoardAccess(tx, actor.id, boardId)
    if (!access || access.deletedAt) throw new ValidationFailed({ boardId: 'does_not_exist' })
    if (access.projectId !== projectId) throw new ValidationFailed({ boardId: 'in_other_project' })
    return boardId
  }
  if (earlier !== undefined) return earlier
  if (boardName !== undefined) {
    const isEmpty = columns.length === 0
    const created = isEmpty
      ? await insertBoard(tx, projectId, { ...firstBoard(language), name: boardName })
      : await insertBoardWith(tx, projectId, {
          name: boardName,
          description: null,
          columns: uniqueTitles(columns),
        })
    return (await announceBoard(tx, emit, actor, created)).id
  }
  const first = await findFirstColumn(tx, { projectId })
  if (first) return (await getColumn(tx, first)).boardId
  return (await announceBoard(tx, emit, actor, await insertBoard(tx, projectId, firstBoard(language)))).id
}

/** Lists of a source can have the same title; their tasks share a column. */
function uniqueTitles(columns: ImportPlan['columns']) {
  const byTitle = Map.groupBy(columns, ({ title }) => title.toLowerCase())
  return [...byTitle.values()].flatMap(([first]) => first ?? [])
}

function refuseUnknownColumns({ tasks }: ImportPlan, ids: Map<string, number>) {
  const unknown = tasks.flatMap(({ column }, index) => (column && !ids.has(column) ? [index] : []))
  if (unknown.length === 0) return
  throw new ValidationFailed(
    Object.fromEntries(unknown.map(index => [`tasks.${index}.column`, 'not_in_plan' as const])),
  )
}
