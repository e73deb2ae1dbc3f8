import { type ImportFormat, UnreadableFile } from './format.ts'
import { userFields } from './imported-user.ts'
import { readLines } from './lines.ts'

const LISTS = ['groups', 'roles']
const MAX_ROW_LENGTH = 100_000

/** A table whose first row has the names of the fields; lists are separated by semicolons or commas. */
export const csv: ImportFormat = {
  id: 'csv',
  read: async function* (chunks) {
    let names: string[] | undefined
    for await (const { line, cells } of readRows(chunks)) {
      if (!names) names = readHead(cells)
      else if (cells.length !== names.length)
        yield {
          kind: 'unreadable',
          line,
          problem: `must have ${names.length} fields as the first line has, not ${cells.length}`,
        }
      else yield { kind: 'user', line, fields: fieldsOf(names, cells) }
    }
  },
}

function readHead(cells: string[]) {
  const names = cells.map(cell => cell.trim())
  const unknown = names.find(name => !userFields.includes(name))
  if (unknown !== undefined)
    throw new UnreadableFile(
      `The first line must name the fields: ${userFields.join(', ')}. It has “${unknown}”.`,
    )
  for (const name of ['email', 'name'])
    if (!names.includes(name)) throw new UnreadableFile(`The first line must name the field ${name}`)
  return names
}

/** An empty cell is a field that is left out. */
function fieldsOf(names: string[], cells: string[]) {
  const filled = names.map((name, index) => [name, cells[index]?.trim() ?? ''] as const)
  return Object.fromEntries(
    filled
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, LISTS.includes(name) ? wordsOf(text) : text]),
  )
}

function wordsOf(text: string) {
  return [
    ...new Set(
      text
        .split(/[;,]/)
        .map(word => word.trim())
        .filter(Boolean),
    ),
  ]
}

/** Yields the rows of RFC 4180 with the line that each starts at; a quoted cell can contain line breaks. */
async function* readRows(chunks: AsyncIterable<string>) {
  let row: { line: number; text: string } | undefined
  for await (const { line, text } of readLines(chunks)) {
    row = row ? { line: row.line, text: `${row.text}\n${text}` } : { line, text }
    if (row.text.length > MAX_ROW_LENGTH) break
    if (isQuoteOpen(row.text)) continue
    yield { line: row.line, cells: cellsOf(row.text) }
    row = undefined
  }
  if (row) throw new UnreadableFile(`Line ${row.line} has a quote that is not closed`)
}

function isQuoteOpen(text: string) {
  return text.split('"').length % 2 === 0
}

function cellsOf(row: string) {
  const cells = [...`${row.replace(/\r$/, '')},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)]
  return cells.map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
}
