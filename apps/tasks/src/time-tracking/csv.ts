type Cell = string | number

/** RFC 4180: a header, CRLF, quotes where they are needed. */
export function toCsv(header: string[], rows: Cell[][]) {
  return [header, ...rows].map(row => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell) {
  const text = typeof cell === 'string' ? harmless(cell) : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet takes a text with such a beginning for a formula and runs it. */
function harmless(text: string) {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
