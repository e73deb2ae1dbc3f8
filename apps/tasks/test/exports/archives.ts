import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** The files of an archive by their names, in their order. */
export async function unpack(archive: Buffer) {
  const files = new Map<string, string>()
  const entries = Readable.from([gunzipSync(archive)]).pipe(extract())
  for await (const entry of entries) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    files.set(entry.header.name, Buffer.concat(chunks).toString())
  }
  return files
}

/** The records of a kind. */
export function recordsIn(files: Map<string, string>, kind: string) {
  const lines = files.get(`${kind}.ndjson`)?.split('\n').filter(Boolean) ?? []
  return lines.map(line => JSON.parse(line) as Record<string, unknown>)
}

/** All that two exports of equal data have in common. */
export function withoutTime(files: Map<string, string>) {
  const { exportedAt, ...head } = JSON.parse(files.get('export.json') ?? '{}')
  return new Map([...files, ['export.json', JSON.stringify(head)]])
}

/** Fails unless the records are as the schema says. */
export function assertDescribed(schema: TSchema, records: object[], file: string) {
  const check = Compile(schema)
  for (const record of records)
    assert.ok(check.Check(record), `${file}: ${JSON.stringify([record, ...check.Errors(record)])}`)
}
