import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { FieldValue } from './field.contract.ts'

// Values of many tasks at once; the trigger on tasks keeps task_field_values.

/** The tasks with any value in the field, or with this option or user. */
function tasksWith(fieldId: number, recordId?: number) {
  const isRecord = recordId === undefined ? sql`true` : sql`number_value = ${recordId}`
  return sql`select task_id from task_field_values where field_id = ${fieldId} and ${isRecord}`
}

export async function countTasksWith(db: Database, fieldId: number, recordId?: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tasks where id in (${tasksWith(fieldId, recordId)})`.execute(db)
  return Number(rows[0]?.count)
}

/** What the next version of a task says about the field. */
function changedField(fieldId: number) {
  return sql`version = version + 1, updated_at = now(),
    field_versions = field_versions || jsonb_build_object(${`field:${fieldId}`}::text, version + 1)`
}

export async function removeValues(tx: Database, fieldId: number) {
  await sql`update tasks set field_values = field_values - ${String(fieldId)}::text,
      field_versions = field_versions - ${`field:${fieldId}`}::text, version = version + 1, updated_at = now()
    where id in (${tasksWith(fieldId)})`.execute(tx)
}

/** From a list of several, only this option. */
export async function removeOptionValues(tx: Database, fieldId: number, optionId: number) {
  const key = String(fieldId)
  await sql`update tasks set field_values = case
      when jsonb_typeof(field_values -> ${key}::text) = 'array' and jsonb_array_length(field_values -> ${key}::text) > 1
      then jsonb_set(field_values, array[${key}::text], (
        select jsonb_agg(chosen.id order by chosen.place)
        from jsonb_array_elements(field_values -> ${key}::text) with ordinality as chosen (id, place)
        where chosen.id <> to_jsonb(${optionId}::bigint)))
      else field_values - ${key}::text end, ${changedField(fieldId)}
    where id in (${tasksWith(fieldId, optionId)})`.execute(tx)
}

/** The different values of a field, with how many tasks have each, the most frequent first. */
export async function countValues(db: Database, fieldId: number) {
  const { rows } = await sql<{ value: FieldValue; count: number }>`
    select field_values -> ${String(fieldId)}::text as value, count(*)::integer as count
    from tasks where id in (${tasksWith(fieldId)}) group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

/** Exchanges each value for the new one; without one, the task has none. */
export async function convertValues(
  tx: Database,
  fieldId: number,
  values: { before: FieldValue; after: FieldValue | undefined }[],
) {
  const key = String(fieldId)
  const before = values.map(value => JSON.stringify(value.before))
  const after = values.map(value => (value.after === undefined ? null : JSON.stringify(value.after)))
  await sql`update tasks set field_values = case when converted.after is null then field_values - ${key}::text
      else field_values || jsonb_build_object(${key}::text, converted.after::jsonb) end, ${changedField(fieldId)}
    from unnest(${before}::text[], ${after}::text[]) as converted (before, after)
    where tasks.id in (${tasksWith(fieldId)}) and tasks.field_values -> ${key}::text = converted.before::jsonb`.execute(
    tx,
  )
}

export async function listPeopleNames(db: Database, ids: number[]) {
  const users = await db
    .selectFrom('users')
    .where(among('id', ids))
    .select(['id', sql<string>`concat_ws(' ', name, surname)`.as('name')])
    .execute()
  return new Map(users.map(({ id, name }) => [id, name]))
}

/** A member left: new tasks do not get them by default. Waits for tasks that are being created with the default. */
export async function removeDefaultPerson(tx: Database, projectId: number, userId: number) {
  await sql`update custom_fields set default_value = null
    where project_id = ${projectId} and type = 'person' and default_value = to_jsonb(${userId}::bigint)`.execute(
    tx,
  )
}

export function listPersonFields(tx: Database, projectId: number) {
  return tx
    .selectFrom('customFields')
    .where('projectId', '=', projectId)
    .where('type', '=', 'person')
    .select(['id', 'name'])
    .orderBy('position')
    .execute()
}

/** The open tasks that name the user in the field lose that value. */
export async function removePerson(tx: Database, fieldId: number, userId: number) {
  const key = String(fieldId)
  const { rows } = await sql<{ id: number; boardId: number; version: number }>`
    update tasks set field_values = field_values - ${key}::text, ${changedField(fieldId)}
    where id in (${tasksWith(fieldId, userId)}) and completed_at is null
      and field_values -> ${key}::text = to_jsonb(${userId}::bigint)
    returning id, board_id, version`.execute(tx)
  return rows
}
