import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { updateLinkMarks } from '#git/links.queries.ts'
import { coverTypes, MAX_COVER_BYTES } from '#tasks/covers/cover.contract.ts'
import type { AssignedIds } from './assign-ids.queries.ts'
import type { Translation } from './export-field.ts'
import { type ExportKind, exportKinds } from './export-kinds.ts'
import type { ExportedRow } from './project-rows.ts'
import { readRecords, refusal } from './read-export.ts'
import { NOTHING, type NumberedKind } from './record-numbers.ts'

const BATCH = 500

export interface Importing {
  folder: string
  actor: Actor
  projectId: number
  ids: AssignedIds
  translation: Translation
  /** What a kind's rows have besides the fields of the export; undefined leaves a record out. */
  complete: Partial<Record<string, (row: ExportedRow, record: ExportedRow) => ExportedRow | undefined>>
}

/** Inserts the records of a kind, but for what refers to later ones. */
export async function insertKind(tx: Database, kind: ExportKind, importing: Importing) {
  if (!isWrittenByTriggers(kind)) await insertRecords(tx, kind, importing)
}

/** The past of tasks begins with their insertion, until the past of the export replaces it. */
function isWrittenByTriggers({ name }: ExportKind) {
  return name === 'stages'
}

async function insertRecords(tx: Database, kind: ExportKind, importing: Importing) {
  let batch: ExportedRow[] = []
  let line = 0
  for await (const record of readRecords(importing.folder, kind.name)) {
    line += 1
    const row = rowOf(kind, record, line, importing)
    if (row) batch.push(row)
    if (batch.length < BATCH) continue
    await insert(tx, kind, batch, line)
    batch = []
  }
  await insert(tx, kind, batch, line)
}

function rowOf(kind: ExportKind, record: ExportedRow, line: number, importing: Importing) {
  const { ids, projectId, translation, complete } = importing
  const row: ExportedRow = { [kind.project]: projectId }
  if (kind.isNumbered) row.id = ids.get(kind.name as NumberedKind)?.[line - 1]
  for (const [name, { column = name, translate, kind: referred, isList }] of Object.entries(kind.fields)) {
    const value = translate(record[name], translation, record)
    const isMissing = referred && !isList && value === NOTHING && kind.name !== 'stages'
    if (isMissing) throw refusal(kind.name, line)
    row[snakeCase(column)] = value
  }
  const completed = complete[kind.name]
  return completed ? completed(row, record) : row
}

/** Several people of the export can be one user here: what would be there twice is there once. */
async function insert(tx: Database, { name, table }: ExportKind, rows: ExportedRow[], line: number) {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map(column => sql.id(column)))
  try {
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      ${repeatable.includes(name) ? sql`on conflict do nothing` : sql``}`.execute(tx)
  } catch (error) {
    // A value that no record here has, or one that refers to nothing.
    if (/^2[23]/.test(String((error as { code?: unknown }).code))) throw refusal(name, line)
    throw error
  }
}

const repeatable = ['members', 'reactions', 'watchers', 'votes', 'taskStickers']

function snakeCase(column: string) {
  return column.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** What tasks refer to among themselves, their past, and what cards show about links. */
export async function finishTasks(tx: Database, importing: Importing) {
  const { folder, ids, projectId } = importing
  let batch: object[] = []
  const update = async () => {
    await sql`update tasks set parent_id = given.parent_id, recurrence_id = given.recurrence_id, cover_id = (
        select id from attachments where attachments.project_id = ${projectId} and attachments.id = given.cover_id
          and attachments.task_id = tasks.id and type = any(${coverTypes}::text[]) and size <= ${MAX_COVER_BYTES})
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as given (id bigint, parent_id bigint, recurrence_id bigint, cover_id bigint)
      where tasks.id = given.id and tasks.project_id = ${projectId}`.execute(tx)
    batch = []
  }
  const idOf = (kind: NumberedKind, number: unknown) =>
    number === null ? null : (ids.get(kind)?.[Number(number) - 1] ?? null)
  for await (const { id, parentId, recurrenceId, coverId } of readRecords(folder, 'tasks')) {
    if (parentId === null && recurrenceId === null && coverId === null) continue
    batch.push({
      id: idOf('tasks', id),
      parent_id: idOf('tasks', parentId),
      recurrence_id: idOf('recurrences', recurrenceId),
      cover_id: idOf('attachments', coverId),
    })
    if (batch.length === BATCH) await update()
  }
  await update()
  await requireNoCircles(folder)
  await sql`delete from task_stages where project_id = ${projectId}`.execute(tx)
  for (const kind of exportKinds.filter(isWrittenByTriggers)) await insertRecords(tx, kind, importing)
  await updateLinkMarks(tx, projectId, ids.get('tasks') ?? [])
}

/** A task cannot be below itself: whatever follows parents upwards would never end. */
async function requireNoCircles(folder: string) {
  const parents: number[] = []
  for await (const { parentId } of readRecords(folder, 'tasks')) parents.push(Number(parentId ?? 0))
  const settled = new Set([0])
  for (const [index] of parents.entries()) {
    const path = new Set<number>()
    for (let number = index + 1; !settled.has(number); number = parents[number - 1] ?? 0) {
      if (path.has(number)) throw refusal('tasks', number)
      path.add(number)
    }
    for (const number of path) settled.add(number)
  }
}

/** Who imports a project owns it, whether or not they were a member. */
export async function addOwner(tx: Database, projectId: number, userId: number) {
  await sql`insert into project_members (project_id, user_id, role, own_role)
    values (${projectId}, ${userId}, 'owner', 'owner') on conflict do nothing`.execute(tx)
}
