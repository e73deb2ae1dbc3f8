import type { ImportFormat } from './format.ts'
import { readObjects } from './lines.ts'

/** Our own format, which `users:export` writes. */
export const ndjson: ImportFormat = {
  id: 'ndjson',
  read: chunks => readObjects(chunks, (fields, line) => ({ kind: 'user', line, fields })),
}
