import { type ImportedRecord, UnreadableFile } from './format.ts'

const MAX_LINE_LENGTH = 1_000_000

/** Yields the lines of a file that are not empty, with their numbers. */
export async function* readLines(chunks: AsyncIterable<string>) {
  let line = 1
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      if (text.trim()) yield { line, text: withoutMark(line, text) }
      line += 1
    }
    if (rest.length > MAX_LINE_LENGTH) throw new UnreadableFile(`Line ${line} is too long`)
  }
  if (rest.trim()) yield { line, text: withoutMark(line, rest) }
}

/** Windows programs put a byte order mark at the beginning of a file. */
function withoutMark(line: number, text: string) {
  return line === 1 ? text.replace(/^\uFEFF/, '') : text
}

/** Yields one record for each line, which must be a JSON object. */
export async function* readObjects(
  chunks: AsyncIterable<string>,
  toRecord: (fields: Record<string, unknown>, line: number) => ImportedRecord,
): AsyncIterable<ImportedRecord> {
  for await (const { line, text } of readLines(chunks)) {
    const value = parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    yield isObject
      ? toRecord(value as Record<string, unknown>, line)
      : { kind: 'unreadable', line, problem: 'must be a JSON object' }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
