import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ValidationFailed } from '#errors.ts'
import { isWebAddress } from '#fields/field-value.ts'
import { describeExport, ExportHead, FORMAT_VERSION } from './export-schema.ts'
import type { ExportedRow } from './project-rows.ts'

const MAX_LINE = 4_000_000
const checks = new Map(
  Object.entries<TSchema>(describeExport().$defs).map(([file, schema]) => [file, Compile(schema)]),
)
const checkHead = Compile(ExportHead)

/** Throws if the folder is not an export that this version understands. */
export async function requireExport(folder: string) {
  const text = await readFile(join(folder, 'export.json'), 'utf8').catch(() => '')
  const head = parse(text)
  if (!checkHead.Check(head)) throw new ValidationFailed({ file: 'export_unreadable' })
  if (head.formatVersion !== FORMAT_VERSION) throw new ValidationFailed({ file: 'export_of_other_version' })
}

/** The records of a kind. Numbered ones have their place as their number. */
export async function* readRecords(folder: string, kind: string): AsyncGenerator<ExportedRow> {
  const path = join(folder, `${kind}.ndjson`)
  const check = checks.get(`${kind}.ndjson`)
  if (!existsSync(path) || !check) throw refusal(kind, 0)
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (!text) continue
    line += 1
    const record = text.length > MAX_LINE ? undefined : parse(text)
    if (!check.Check(record)) throw refusal(kind, line)
    const row = record as ExportedRow
    if (row.id !== undefined && row.id !== line) throw refusal(kind, line)
    requireHarmless(kind, row, line)
    yield row
  }
}

/** A link with another scheme could run a script. */
function requireHarmless(kind: string, { url, color }: ExportedRow, line: number) {
  if (url !== undefined && !isWebAddress(String(url))) throw refusal(kind, line)
  if (color !== undefined && color !== null && !/^#[0-9a-f]{6}$/i.test(String(color)))
    throw refusal(kind, line)
}

export function refusal(kind: string, line: number) {
  return new ValidationFailed({ file: { code: 'export_line_invalid', name: `${kind}.ndjson`, line } })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function countRecords(folder: string, kind: string) {
  let count = 0
  for await (const _ of readRecords(folder, kind)) count += 1
  return count
}
