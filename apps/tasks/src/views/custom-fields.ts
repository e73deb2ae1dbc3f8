import { among } from '@atrium/database/conditions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isWithinToken } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { CustomField } from '#fields/field.contract.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import { may } from '#projects/rights.ts'
import type { Condition } from './filter.contract.ts'
import { customFilterField, type FindField, findFilterField } from './filter-fields.contract.ts'

type NamedField = Pick<CustomField, 'id' | 'type'> & { projectId: number }

/** By the name that the query language has for them: `cf12`. */
export type CustomFields = Map<string, NamedField>

const FIELD_NAME = /\bcf([1-9]\d{0,14})\b/gi

/** The custom fields that the texts name, if the actor can read them. */
export async function findCustomFields(
  db: Database,
  actor: Actor,
  ...texts: (string | undefined)[]
): Promise<CustomFields> {
  const ids = [...texts.join(' ').matchAll(FIELD_NAME)].map(([, id]) => Number(id))
  if (ids.length === 0) return new Map()
  const found = await selectAccess(db, actor.id)
    .innerJoin('customFields', 'customFields.projectId', 'projects.id')
    .where(among('customFields.id', ids))
    .select(['customFields.id', 'customFields.type'])
    .execute()
  const readable = found.filter(
    ({ projectId, role }) =>
      isWithinToken(actor, projectId) && may(actor, role as RecordAccess['role'], 'project.read'),
  )
  return new Map(readable.map(field => [`cf${field.id}`, field as NamedField]))
}

/** Adds these fields to those of the query language. A field that the actor cannot read is treated as missing. */
export function withCustomFields(customFields: CustomFields): FindField {
  return name => {
    const custom = customFields.get(name)
    return custom ? customFilterField(custom.type) : findFilterField(name)
  }
}

type Sql = RawBuilder<SqlBool>

interface Values {
  userId: number
  /** With days instead of `today`. */
  values: Condition['values']
}

/** The tasks with a value that matches. Looks at one row for each value of a task, see the migration. */
export function matchCustomField(
  { id, type }: NamedField,
  operator: string,
  { userId, values }: Values,
): Sql {
  const withValue = (condition: RawBuilder<unknown>) =>
    sql<SqlBool>`tasks.id in (select task_field_values.task_id from task_field_values
      where task_field_values.field_id = ${id} and ${condition})`
  const matches = values.map(value => {
    if (value === null) {
      return sql<SqlBool>`not exists (select from task_field_values
        where task_field_values.task_id = tasks.id and task_field_values.field_id = ${id})`
    }
    if (type !== 'checkbox') return withValue(valueCondition({ id, type }, operator, value, userId))
    const isOn = withValue(sql`task_field_values.number_value = 1`)
    return value === true ? isOn : sql<SqlBool>`(${isOn}) is not true`
  })
  return sql`(${sql.join(matches, sql` or `)})`
}

function valueCondition(
  { id, type }: Pick<NamedField, 'id' | 'type'>,
  operator: string,
  value: number | string | boolean,
  userId: number,
) {
  const compared = sql.raw(operator.replace(/[!~]/g, '') || '=')
  const number = sql`task_field_values.number_value`
  switch (type) {
    case 'date':
      // The expression of the index.
      return sql`left(task_field_values.text_value, 64) collate "C" ${compared} ${value}::text`
    case 'text':
    case 'url':
      return operator.includes('~')
        ? sql`strpos(unaccent(lower(task_field_values.text_value)), unaccent(lower(${value}))) > 0`
        : sql`unaccent(lower(task_field_values.text_value)) = unaccent(lower(${value}))`
    case 'select':
    case 'multi_select':
      return typeof value === 'number'
        ? sql`${number} = ${value}::double precision`
        : sql`${number} in (select custom_field_options.id from custom_field_options
            where custom_field_options.field_id = ${id} and lower(custom_field_options.name) = lower(${value}))`
    case 'person':
      return sql`${number} = ${value === 'me' ? userId : value}::double precision`
    default:
      return sql`${number} ${compared} ${value}::double precision`
  }
}

/** The key in the type of the ids: PostgreSQL would read the options and users of the whole installation for each task. */
const recordId = sql`task_field_values.number_value::bigint`

/** What tasks are sorted by: options by their place in the list, people by their names. */
export function customOrder({ id, type }: NamedField): RawBuilder<unknown> {
  const value = (
    column: RawBuilder<unknown>,
    from = sql``,
  ) => sql`(select ${column} from task_field_values ${from}
    where task_field_values.task_id = tasks.id and task_field_values.field_id = ${id})`
  switch (type) {
    case 'select':
    case 'multi_select':
      return value(
        sql`min(custom_field_options.position)`,
        sql`join custom_field_options on custom_field_options.id = ${recordId}`,
      )
    case 'person':
      return value(
        sql`min(concat_ws(' ', users.surname, users.name) collate natural_order)`,
        sql`join users on users.id = ${recordId}`,
      )
    case 'text':
    case 'url':
      return value(sql`min(task_field_values.text_value collate natural_order)`)
    case 'date':
      return value(sql`min(task_field_values.text_value collate "C")`)
    default:
      return value(sql`min(task_field_values.number_value)`)
  }
}
