import type pg from 'pg'
import type { Service } from '../each-service.ts'
import { leftOutColumns, leftOutTables } from './exported-tables.ts'
import { sealedColumns } from './sealed-columns.ts'

export interface ExportedColumn {
  name: string
  /** In the files, as in the API. */
  field: string
  type: string
  isRequired: boolean
  /** The purpose of its encryption. */
  sealedFor: string | undefined
}

export interface ExportedTable {
  name: string
  /** The name of its file, without the extension. */
  kind: string
  columns: ExportedColumn[]
  /** The columns of its primary key, by which its rows are ordered. */
  key: string[]
}

/** The tables of a service that are exported, as its database has them. */
export async function listExportedTables(client: pg.Client, service: Service): Promise<ExportedTable[]> {
  const { rows } = await client.query<{ name: string; columns: Stored[]; key: string[] }>(`
    select relname as name,
      jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null), 'isRequired', attnotnull)
        order by attnum) as columns,
      array(select attname::text from unnest(primary_key.conkey) with ordinality as part (number, place)
        join pg_attribute on attrelid = pg_class.oid and attnum = number order by place) as key
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    join pg_constraint as primary_key on conrelid = pg_class.oid and contype = 'p'
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    group by pg_class.oid, relname, primary_key.conkey order by relname`)
  return rows.flatMap(({ name, columns, key }) => {
    if (Object.hasOwn(leftOutTables[service], name)) return []
    const exported = columns.filter(column => !leftOutColumns[service][name]?.includes(column.name))
    const described = exported.map(column => ({
      ...column,
      field: camelCase(column.name),
      sealedFor: sealedColumns[service][name]?.[column.name],
    }))
    return [{ name, kind: camelCase(name), columns: described, key }]
  })
}

type Stored = Pick<ExportedColumn, 'name' | 'type' | 'isRequired'>

function camelCase(name: string) {
  return name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}

/** JSON Schema of the files of a service, by their names. */
export function describeTables(service: Service, tables: ExportedTable[]) {
  return tables.map(({ kind, columns }) => [
    `${service}/${kind}.ndjson`,
    {
      type: 'object',
      additionalProperties: false,
      required: columns.map(({ field }) => field),
      properties: Object.fromEntries(columns.map(column => [column.field, schemaOf(column)])),
    },
  ])
}

function schemaOf({ type, isRequired, sealedFor }: ExportedColumn) {
  const schema = sealedFor
    ? { type: 'string', contentEncoding: 'base64', description: 'A secret, not encrypted' }
    : typeSchema(type)
  return isRequired || Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

function typeSchema(type: string): object {
  if (type.endsWith('[]')) return { type: 'array', items: typeSchema(type.slice(0, -2)) }
  if (['bigint', 'integer', 'smallint'].includes(type)) return { type: 'integer' }
  if (['double precision', 'real', 'numeric'].includes(type)) return { type: 'number' }
  if (type === 'boolean') return { type: 'boolean' }
  if (type === 'jsonb' || type === 'json') return {}
  if (type === 'date') return { type: 'string', format: 'date' }
  if (type === 'timestamp with time zone')
    return { type: 'string', description: 'An instant of ISO 8601, or infinity' }
  return { type: 'string' }
}
