import { type RawBuilder, sql } from 'kysely'
import { isoInstant } from './iso-instant.ts'

interface Schema {
  properties: Record<string, object>
}

/** The fields that are no column of the table, by name. */
type Computed = Record<string, RawBuilder<unknown>>

/** An object with all fields of a schema: its other fields are the columns of their names, and instants are written as the API does. */
export function jsonObjectOf({ properties }: Schema, table: string, computed: Computed = {}) {
  const pairs = Object.keys(properties).flatMap(name => [
    sql.lit(name),
    expressionOf(properties, table, computed, name),
  ])
  return sql`json_build_object(${sql.join(pairs)})`
}

/** Returns all fields of a schema as columns of a subquery that becomes JSON, named as in the schema. */
export function jsonColumnsOf({ properties }: Schema, table: string, computed: Computed = {}) {
  const columns = Object.keys(properties).map(
    name => sql`${expressionOf(properties, table, computed, name)} as ${sql.raw(`"${name}"`)}`,
  )
  return sql.join(columns)
}

function expressionOf(properties: Schema['properties'], table: string, computed: Computed, name: string) {
  const column = `${table}.${columnName(name)}`
  const isInstant = (properties[name] as { format?: string }).format === 'date-time'
  return computed[name] ?? (isInstant ? isoInstant(column) : sql.ref(column))
}

/** `dueDate` → `due_date` */
export function columnName(field: string) {
  return field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
