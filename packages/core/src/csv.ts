import Papa from 'papaparse'

type Cell = string | number | null | undefined

/** Starts a file that spreadsheets are to read as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180, quoted where it must be, or everywhere. */
export function toCsv(rows: Cell[][], { quotes = false } = {}) {
  const cells = rows.map(row => row.map(cell => withoutFormula(cell ?? '')))
  return `${Papa.unparse(cells, { newline: '\r\n', quotes })}\r\n`
}

/** Spreadsheets run a text that starts like this as a formula. Numbers may be negative. */
function withoutFormula(cell: string | number) {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

/** The rows of a table, without empty lines. Its delimiter is guessed. */
export function parseCsv(text: string) {
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data
}
