import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { FieldType } from '#fields/field.contract.ts'
import type { Translation } from './export-field.ts'
import { type ExportKind, exportKinds } from './export-kinds.ts'
import { listPeople } from './people.queries.ts'
import { NOTHING, type NumberedKind, numbersOf } from './record-numbers.ts'

const PAGE = 1000

export type ExportedRow = Record<string, unknown>

/** The kinds of a project's records with what each file contains, in the snapshot of the transaction. */
export async function* readProject(tx: Database, projectId: number) {
  const people = await listPeople(tx, projectId)
  const ids: Partial<Record<NumberedKind, number[]>> = { people: people.map(({ id }) => id) }
  for (const kind of exportKinds) {
    if (kind.isNumbered) ids[kind.name as NumberedKind] = await listIds(tx, kind, projectId)
  }
  ids.pastTasks = await listPastTasks(tx, projectId)
  const translation = await translationOf(tx, projectId, ids)
  const numbered = people.map((person, index) => ({ ...person, id: index + 1 }))
  yield { name: 'people', rows: asAsync(numbered) }
  for (const kind of exportKinds) yield { name: kind.name, rows: readRows(tx, kind, projectId, translation) }
}

async function* asAsync(rows: ExportedRow[]) {
  yield* rows
}

async function* readRows(
  tx: Database,
  { name, table, where, orderBy, fields, isNumbered }: ExportKind,
  projectId: number,
  translation: Translation,
): AsyncGenerator<ExportedRow> {
  const columns = Object.entries(fields).map(([field, { column = field }]) => sql.ref(column))
  const cursor = sql.id(`export_of_${name}`) // connections remember the columns of a statement
  await sql`declare ${cursor} no scroll cursor for
    select ${sql.join(columns)} from ${sql.table(table)} where ${where(projectId)} order by ${orderBy}`.execute(
    tx,
  )
  for (let number = 0; ; ) {
    const { rows } = await sql<ExportedRow>`fetch ${sql.lit(PAGE)} from ${cursor}`.execute(tx)
    for (const row of rows) {
      number += 1
      yield { ...(isNumbered && { id: number }), ...translateRow(row, fields, translation) }
    }
    if (rows.length < PAGE) break
  }
  await sql`close ${cursor}`.execute(tx)
}

function translateRow(row: ExportedRow, fields: ExportKind['fields'], translation: Translation) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { column = name, translate }]) => [
      name,
      translate(row[column], translation, row),
    ]),
  )
}

async function listIds(tx: Database, { table, where, orderBy }: ExportKind, projectId: number) {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where ${where(projectId)} order by ${orderBy}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Tasks that reports know about, and that are not in the project any more. */
async function listPastTasks(tx: Database, projectId: number) {
  const { rows } = await sql<{ taskId: number }>`select distinct task_id from task_stages
    where project_id = ${projectId} and not exists (
      select from tasks where tasks.id = task_id and tasks.project_id = task_stages.project_id)
    order by task_id`.execute(tx)
  return rows.map(({ taskId }) => taskId)
}

async function translationOf(
  tx: Database,
  projectId: number,
  ids: Partial<Record<NumberedKind, number[]>>,
): Promise<Translation> {
  const numbers = numbersOf(ids)
  const fields = await tx
    .selectFrom('customFields')
    .where('projectId', '=', projectId)
    .select(['id', 'name', 'type'])
    .$castTo<{ id: number; name: string; type: FieldType }>()
    .execute()
  const priorities = await tx.selectFrom('taskPriorities').select(['id', 'name']).execute()
  const priorityNames = new Map(priorities.map(({ id, name }) => [id, name]))
  return {
    ...numbers,
    fields: new Map(fields.map(({ id, ...field }) => [id, field])),
    findPast: (kind, past, id) => {
      const number = numbers.find(kind, id)
      return number ?? -(numbers.find(past, id) ?? NOTHING)
    },
    translatePriority: id => priorityNames.get(Number(id)) ?? '',
  }
}
