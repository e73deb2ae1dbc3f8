import type { Static, TObject } from 'typebox'

/** The fields of a record that the schema declares, in the record's order. What is not declared never leaves. */
export function declaredFields<Schema extends TObject>(schema: Schema, record: object) {
  const fields = Object.entries(record).filter(([name]) => Object.hasOwn(schema.properties, name))
  return Object.fromEntries(fields) as Static<Schema>
}
