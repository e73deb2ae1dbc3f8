/** With the mark by which spreadsheets know UTF-8; what they would run as a formula is kept as text. */
export function csvText(rows: unknown[][]) {
  return `\uFEFF${rows.map(row => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: unknown) {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
