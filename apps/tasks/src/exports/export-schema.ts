import { Type } from 'typebox'
import { exportKinds } from './export-kinds.ts'
import { ExportedPerson } from './people.queries.ts'

/** The format of a project's export. It grows when an older Atrium could not read what a newer one writes. */
export const FORMAT_VERSION = 1

/** JSON Schema of the lines of each file, by the name of the file. */
export function describeExport() {
  const kinds = exportKinds.map(({ name, fields, isNumbered }) => {
    const described = Object.entries(fields).map(([field, { schema }]) => [field, schema])
    const properties = {
      ...(isNumbered && { id: Type.Integer({ minimum: 1 }) }),
      ...Object.fromEntries(described),
    }
    return [`${name}.ndjson`, Type.Object(properties, { additionalProperties: false })]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The export of a project of Atrium',
    description:
      'Each file has one JSON object per line. Records refer to each other by the numbers that they have in their files.',
    $defs: Object.fromEntries([['export.json', ExportHead], ['people.ndjson', ExportedPerson], ...kinds]),
  }
}

/** `export.json`: the only file that differs between two exports of equal data, by `exportedAt`. */
export const ExportHead = Type.Object({
  format: Type.Literal('atrium-project'),
  formatVersion: Type.Integer({ minimum: 1 }),
  version: Type.String({ description: 'The release of Atrium that wrote it' }),
  exportedAt: Type.String({ format: 'date-time' }),
})
