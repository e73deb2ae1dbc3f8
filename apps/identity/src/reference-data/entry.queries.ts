import type { Page } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import { type Generated, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { EntryFields, EntryKind } from './entry-kinds.ts'

export interface Entry {
  id: number
  name: string
}

export async function getEntry(db: Database, { table, type }: EntryKind, id: number) {
  return found(type, await entries(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst())
}

export interface EntryList {
  search: string | undefined
  /** What a column has to be equal to. */
  equal: Record<string, string | undefined>
  order: { field: string; direction: 'asc' | 'desc' }
  page: Page
}

export function listEntries(
  db: Database,
  { table, searched }: EntryKind,
  { search, equal, order, page }: EntryList,
) {
  const conditions = Object.entries(equal)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`)
  const found = searched.map(column => sql<SqlBool>`${sql.ref(column)} ilike ${containing(search ?? '')}`)
  const listed = entries(db)
    .selectFrom(table)
    .selectAll()
    .where(({ and, or }) => and([...conditions, ...(search ? [or(found)] : [])]))
    .orderBy(sql.ref(order.field), order.direction)
    .orderBy('id')
  return listPage(listed, page)
}

export function insertEntry(db: Database, { table }: EntryKind, fields: EntryFields) {
  return entries(db)
    .insertInto(table)
    .values(fields as never)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateEntry(db: Database, { table, type }: EntryKind, id: number, fields: EntryFields) {
  const updated = entries(db)
    .updateTable(table)
    .set(fields as never)
    .where('id', '=', id)
  return found(type, await updated.returningAll().executeTakeFirst())
}

export async function deleteEntry(db: Database, { table, type }: EntryKind, id: number) {
  const deleted = entries(db).deleteFrom(table).where('id', '=', id)
  return found(type, await deleted.returningAll().executeTakeFirst())
}

/** The database as far as these queries know it: tables that have an id and a name in common. */
function entries(db: Database) {
  return db as unknown as Kysely<Record<EntryKind['table'], { id: Generated<number>; name: string }>>
}

function found(type: EntryKind['type'], entry: Entry | undefined) {
  if (!entry) throw new NotFound(`${type}_not_found`)
  return entry
}
