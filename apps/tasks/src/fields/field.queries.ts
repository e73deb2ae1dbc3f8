import type { Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { countRows, listPage } from '@atrium/database/list-page'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { CustomFields, Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import type { CustomField, FieldOption, FieldValue } from './field.contract.ts'

const DEFAULT_COLOR = '#7a869a'

async function findFieldAccess(db: Database, userId: number, id: number) {
  const access = await selectAccess(db, userId)
    .innerJoin('customFields', 'customFields.projectId', 'projects.id')
    .where('customFields.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const fieldRecord = { find: findFieldAccess, notFound: 'field_not_found' } as const

async function findOptionAccess(db: Database, userId: number, id: number) {
  const access = await selectAccess(db, userId)
    .innerJoin('customFields', 'customFields.projectId', 'projects.id')
    .innerJoin('customFieldOptions', 'customFieldOptions.fieldId', 'customFields.id')
    .where('customFieldOptions.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const fieldOptionRecord = { find: findOptionAccess, notFound: 'field_option_not_found' } as const

const options = sql<FieldOption[]>`coalesce((
  select json_agg(json_build_object('id', id, 'name', name, 'color', color) order by position)
  from custom_field_options
  where project_id = custom_fields.project_id and field_id = custom_fields.id), '[]')`

function selectFields(db: Database) {
  return db
    .selectFrom('customFields')
    .select(['id', 'projectId', 'name', 'type', 'isRequired', 'defaultValue', 'showsOnCard'])
    .select(options.as('options'))
    .$castTo<CustomField>()
}

/** The fields of a project as JSON, for a statement with its boards. */
export const fieldsText = sql`coalesce((
  select json_agg(json_build_object('id', id, 'projectId', project_id, 'name', name, 'type', type,
    'isRequired', is_required, 'defaultValue', default_value, 'showsOnCard', shows_on_card, 'options', ${options})
    order by position)
  from custom_fields where project_id = boards.project_id), '[]')`

export function listFieldPage(db: Database, projectId: number, page: Page) {
  return listPage(selectFields(db).where('projectId', '=', projectId).orderBy('position'), page)
}

export function listFields(db: Database, projectId: number): Promise<CustomField[]> {
  return selectFields(db).where('projectId', '=', projectId).orderBy('position').execute()
}

export function listFieldsById(db: Database, ids: number[]): Promise<CustomField[]> {
  return selectFields(db).where(among('id', ids)).execute()
}

/** Fields of projects that the user is a member of. */
export function listOwnFields(db: Database, userId: number, ids: number[]): Promise<CustomField[]> {
  const own = db.selectFrom('projectMembers').where('userId', '=', userId).select('projectId')
  return selectFields(db).where(among('id', ids)).where('projectId', 'in', own).execute()
}

export async function getField(db: Database, id: number): Promise<CustomField> {
  const [field] = await listFieldsById(db, [id])
  if (!field) throw new NotFound('field_not_found')
  return field
}

export async function getOption(db: Database, id: number) {
  const option = await db
    .selectFrom('customFieldOptions')
    .where('id', '=', id)
    .select(['id', 'fieldId', 'name', 'color'])
    .executeTakeFirst()
  if (!option) throw new NotFound('field_option_not_found')
  return option
}

/** Waits for tasks that are being given values of the field, and keeps others from it until the transaction ends. */
export async function lockField(tx: Database, id: number): Promise<CustomField> {
  await tx.selectFrom('customFields').where('id', '=', id).select('id').forUpdate().execute()
  // Only a second statement is sure to see the options as they are now.
  return getField(tx, id)
}

export function countFields(db: Database, projectId: number) {
  return countRows(db.selectFrom('customFields').where('projectId', '=', projectId))
}

export async function insertField(
  tx: Database,
  {
    defaultValue,
    ...field
  }: Omit<Insertable<CustomFields>, 'position' | 'defaultValue'> & {
    defaultValue: FieldValue | null
  },
) {
  const { id } = await tx
    .insertInto('customFields')
    .values({
      ...field,
      defaultValue: jsonOf(defaultValue),
      position: sql<number>`(select coalesce(max(position) + 1, 0) from custom_fields where project_id = ${field.projectId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type FieldUpdate = Omit<Updateable<CustomFields>, 'defaultValue'> & {
  defaultValue?: FieldValue | null | undefined
}

export async function updateField(tx: Database, id: number, { defaultValue, ...changes }: FieldUpdate) {
  await tx
    .updateTable('customFields')
    .set({ ...changes, ...(defaultValue !== undefined && { defaultValue: jsonOf(defaultValue) }) })
    .where('id', '=', id)
    .execute()
}

function jsonOf(value: FieldValue | null) {
  return value === null ? null : JSON.stringify(value)
}

export async function deleteField(tx: Database, id: number) {
  await tx.deleteFrom('customFields').where('id', '=', id).execute()
}

export async function updateFieldOrder(tx: Database, ids: number[]) {
  await sql`update custom_fields set position = ordered.place
    from unnest(${ids}::bigint[]) with ordinality as ordered (id, place)
    where custom_fields.id = ordered.id`.execute(tx)
}

/** At the end, in their order. Returns their ids. */
export async function insertOptions(
  tx: Database,
  { id: fieldId, projectId }: Pick<CustomField, 'id' | 'projectId'>,
  options: { name: string; color?: string }[],
) {
  if (options.length === 0) return []
  const start = sql<number>`(select coalesce(max(position) + 1, 0) from custom_field_options
    where project_id = ${projectId} and field_id = ${fieldId})`
  const inserted = await tx
    .insertInto('customFieldOptions')
    .values(
      options.map(({ name, color = DEFAULT_COLOR }, place) => ({
        fieldId,
        projectId,
        name,
        color: color.toLowerCase(),
        position: sql<number>`${start} + ${place}::integer`,
      })),
    )
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

export async function updateOption(tx: Database, id: number, changes: { name?: string; color?: string }) {
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('customFieldOptions')
    .set({ ...changes, ...(changes.color && { color: changes.color.toLowerCase() }) })
    .where('id', '=', id)
    .execute()
}

export async function updateOptionOrder(tx: Database, ids: number[]) {
  await sql`update custom_field_options set position = ordered.place
    from unnest(${ids}::bigint[]) with ordinality as ordered (id, place)
    where custom_field_options.id = ordered.id`.execute(tx)
}

export async function deleteOptions(tx: Database, fieldId: number, ids?: number[]) {
  await tx
    .deleteFrom('customFieldOptions')
    .where('fieldId', '=', fieldId)
    .$if(ids !== undefined, all => all.where(among('id', ids ?? [])))
    .execute()
}
