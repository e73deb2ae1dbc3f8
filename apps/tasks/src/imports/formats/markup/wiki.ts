import { escapeText, linkTo } from './document.ts'

/** The Markdown of a text of Jira Data Center, which is written in wiki markup. */
export function wikiToMarkdown(text: string): string {
  const blocks: string[] = []
  let line: string[] = []
  const endLines = () => {
    if (line.length > 0) blocks.push(convertLines(line))
    line = []
  }
  let open: { name: string; language: string; lines: string[] } | undefined
  for (const written of text.replaceAll('\r\n', '\n').split('\n')) {
    const [, name = '', parameters = '', rest = ''] =
      /^\s*\{(code|noformat|quote|panel)(?::([^}]*))?\}(.*)$/.exec(written) ?? []
    if (open && isEndOf(open.name, written)) {
      open.lines.push(written.slice(0, written.lastIndexOf(`{${open.name}`)))
      blocks.push(renderMacro(open))
      open = undefined
    } else if (open) open.lines.push(written)
    else if (name) {
      endLines()
      open = { name, language: languageIn(parameters), lines: [rest] }
      if (isEndOf(name, rest)) {
        blocks.push(renderMacro({ ...open, lines: [rest.slice(0, rest.lastIndexOf(`{${name}`))] }))
        open = undefined
      }
    } else line.push(written)
  }
  endLines()
  // A block that is never closed is text.
  if (open) blocks.push(convertLines(open.lines))
  return blocks.filter(block => block.trim()).join('\n\n')
}

function isEndOf(name: string, line: string) {
  return line.trimEnd().endsWith(`{${name}}`)
}

function languageIn(parameters: string) {
  const first = parameters.split('|')[0] ?? ''
  return /^[\w+#-]+$/.test(first) ? first : ''
}

function renderMacro({ name, language, lines }: { name: string; language: string; lines: string[] }) {
  const text = lines.join('\n').replace(/^\n/, '').replace(/\s+$/, '')
  if (name === 'quote' || name === 'panel')
    return convertLines(text.split('\n')).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  return [`${'`'.repeat(longest + 1)}${language}`, text, '`'.repeat(longest + 1)].join('\n')
}

type Kind = 'text' | 'list' | 'table'

/** Lists and tables are apart from the text around them. */
function convertLines(lines: string[]) {
  const converted: string[] = []
  let last: Kind = 'text'
  for (const line of lines) {
    const { kind, text } = convertLine(line, last)
    if (kind !== last && converted.at(-1)?.trim()) converted.push('')
    converted.push(text)
    last = kind
  }
  return converted
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function convertLine(line: string, last: Kind): { kind: Kind; text: string } {
  const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line)
  if (heading)
    return { kind: 'text', text: `\n${'#'.repeat(Number(heading[1]))} ${inline(heading[2] ?? '')}\n` }
  const item = /^\s*([*#-]{1,8})\s+(.*)$/.exec(line)
  if (item && !/^\s*-{4,}\s*$/.test(line)) {
    const marks = item[1] ?? ''
    return {
      kind: 'list',
      text: `${'   '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${inline(item[2] ?? '')}`,
    }
  }
  if (/^\s*-{4,}\s*$/.test(line)) return { kind: 'text', text: '\n---\n' }
  if (/^\s*\|.*\|\s*$/.test(line)) return { kind: 'table', text: tableRow(line.trim(), last === 'table') }
  const quote = /^\s*bq\.\s+(.*)$/.exec(line)
  return { kind: 'text', text: quote ? `> ${inline(quote[1] ?? '')}` : inline(line) }
}

/** The first row is the heading, because tables of Markdown have one. */
function tableRow(line: string, hasHeading: boolean) {
  const isHeading = line.startsWith('||')
  const written = isHeading ? line.replaceAll('||', '|') : line
  const cells = cellsOf(written).map(cell => inline(cell.trim()).replaceAll('|', '\\|'))
  const row = `| ${cells.join(' | ')} |`
  return hasHeading ? row : `${row}\n| ${cells.map(() => '---').join(' | ')} |`
}

/** Links have bars of their own. */
function cellsOf(row: string) {
  const cells = ['']
  let isLink = false
  for (const sign of row.replace(/^\|/, '').replace(/\|$/, '')) {
    if (sign === '[') isLink = true
    if (sign === ']') isLink = false
    if (sign === '|' && !isLink) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells
}

/** Finds what has markup in a line; each part is bounded, so that no line takes more than linear time. */
const marked =
  /\{\{([^{}]{1,500})\}\}|\[~(?:accountid:)?([^\]|]{1,100})\]|\[([^[\]|]{1,500})\|([^[\]|\s]{1,1500})[^\]]{0,100}\]|\[((?:https?|mailto):[^[\]|\s]{1,1500})\]|!([^!|\s]{1,300})(?:\|[^!]{0,100})?!|\{color(?::[^}]{0,20})?\}|(?<![\p{L}\p{N}*])\*([^\s*](?:[^*]{0,500}[^\s*])?)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_([^\s_](?:[^_]{0,500}[^\s_])?)_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}-])-([^\s-](?:[^-]{0,500}[^\s-])?)-(?![\p{L}\p{N}-])|\\\\/gu

function inline(line: string): string {
  let converted = ''
  let end = 0
  for (const match of line.matchAll(marked)) {
    converted += escapeText(line.slice(end, match.index)) + convertPart(match)
    end = match.index + match[0].length
  }
  return converted + escapeText(line.slice(end))
}

function convertPart([
  all,
  code,
  user,
  label,
  target,
  address,
  image,
  bold,
  italic,
  struck,
]: string[]): string {
  if (code) return `\`${code.replaceAll('`', "'")}\``
  if (user) return escapeText(`@${user}`)
  if (label && target) return linkTo(escapeText(label), target)
  if (address) return linkTo(address, address)
  if (image) return /^https?:/.test(image) ? `![](<${image}>)` : escapeText(image)
  if (bold) return `**${inline(bold)}**`
  if (italic) return `*${inline(italic)}*`
  if (struck) return `~~${inline(struck)}~~`
  return all === '\\\\' ? '\\\n' : ''
}
