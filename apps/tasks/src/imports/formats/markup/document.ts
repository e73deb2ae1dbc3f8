/** A text of another program, whatever its markup: what HTML and Jira's documents have in common. */
export type Block =
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: ListItem[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'table'; rows: Block[][][] }
  | { kind: 'rule' }

export interface ListItem {
  /** Whether the item of a task list is done. */
  isChecked?: boolean
  blocks: Block[]
}

export type Inline =
  | { kind: 'text'; text: string; marks: Marks }
  | { kind: 'break' }
  | { kind: 'image'; alt: string; address: string }

export interface Marks {
  link?: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  code?: boolean
}

/** Documents that are nested deeper than this are cut. */
export const MAX_NESTING = 40

export function renderMarkdown(blocks: Block[]): string {
  return blocks.map(renderBlock).filter(Boolean).join('\n\n')
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return guardLines(renderInline(block.content).trim())
    case 'heading': {
      const text = renderInline(block.content).replaceAll(/\\?\n/g, ' ').trim()
      return text && `${'#'.repeat(Math.min(6, Math.max(1, block.level)))} ${text}`
    }
    case 'list':
      return block.items
        .map((item, index) => renderItem(item, block.isOrdered ? `${block.start + index}.` : '-'))
        .join('\n')
    case 'quote':
      return renderMarkdown(block.blocks).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>')
    case 'code':
      return fenced(block.text, block.language)
    case 'table':
      return renderTable(block.rows)
    case 'rule':
      return '---'
  }
}

function renderItem({ isChecked, blocks }: ListItem, marker: string) {
  const box = isChecked === undefined ? '' : isChecked ? '[x] ' : '[ ] '
  // A list right after the text of its item needs no empty line.
  const text = blocks.map(renderBlock).filter(Boolean)
  const joined = text.reduce(
    (all, next, index) => all + (blocks[index]?.kind === 'list' ? '\n' : '\n\n') + next,
    '',
  )
  const indent = ' '.repeat(marker.length + 1)
  return `${marker} ${box}${joined.trim().replaceAll('\n', `\n${indent}`).replaceAll(/^ +$/gm, '')}`
}

/** The first row is the heading, because tables of Markdown have one. */
function renderTable(rows: Block[][][]) {
  const width = Math.max(0, ...rows.map(cells => cells.length))
  if (width === 0) return ''
  const lines = rows.map(cells =>
    lineOf(Array.from({ length: width }, (_, index) => cellText(cells[index] ?? []))),
  )
  return [lines[0], lineOf(Array.from({ length: width }, () => '---')), ...lines.slice(1)].join('\n')
}

function lineOf(cells: string[]) {
  return `| ${cells.join(' | ')} |`
}

function cellText(blocks: Block[]) {
  return renderMarkdown(blocks)
    .replaceAll(/\\?\n+/g, ' ')
    .replaceAll('|', '\\|')
    .trim()
}

function fenced(text: string, language: string) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, '')}\n${text.replace(/\n+$/, '')}\n${fence}`
}

const order = ['link', 'bold', 'italic', 'strike', 'code'] as const

function renderInline(content: Inline[], marks: readonly (typeof order)[number][] = order): string {
  const [mark, ...inner] = marks
  if (!mark) return content.map(plainInline).join('')
  return runsOf(content, mark)
    .map(run => {
      const [first] = run
      const value = first?.kind === 'text' ? first.marks[mark] : undefined
      return value ? wrap(mark, value, run, inner) : renderInline(run, inner)
    })
    .join('')
}

/** Neighbors that have the mark in common are wrapped once. */
function runsOf(content: Inline[], mark: (typeof order)[number]) {
  const runs: Inline[][] = []
  let last: unknown
  for (const inline of content) {
    const value = inline.kind === 'text' ? inline.marks[mark] || undefined : undefined
    const run = runs.at(-1)
    if (run && value === last) run.push(inline)
    else runs.push([inline])
    last = value
  }
  return runs
}

const marksAround = { bold: '**', italic: '*', strike: '~~' }

function wrap(
  mark: (typeof order)[number],
  value: string | true,
  run: Inline[],
  inner: (typeof order)[number][],
) {
  if (mark === 'code') return inlineCode(run)
  const text = renderInline(run, inner)
  if (mark === 'link') return linkTo(text, String(value))
  // Spaces inside of the marks would leave them as they are.
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return core && `${before}${marksAround[mark]}${core}${marksAround[mark]}${after}`
}

function inlineCode(run: Inline[]) {
  const text = run.map(inline => (inline.kind === 'text' ? inline.text : ' ')).join('')
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return text.trim() && `${fence}${space}${text}${space}${fence}`
}

/** A link that could run a script stays text. */
export function linkTo(text: string, address: string) {
  if (!isLink(address)) return text
  const shown = text.trim()
  return shown === address || !shown ? `<${address}>` : `[${shown}](<${address}>)`
}

function isLink(address: string) {
  return /^(https?:\/\/|mailto:)[^\s<>]+$/i.test(address)
}

function plainInline(inline: Inline) {
  if (inline.kind === 'break') return '\\\n'
  if (inline.kind === 'image') {
    const alt = escapeText(inline.alt)
    return isLink(inline.address) ? `![${alt}](<${inline.address}>)` : alt
  }
  return escapeText(inline.text)
}

/** Keeps signs that Markdown would read as markup. */
export function escapeText(text: string) {
  return text.replaceAll(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)/gu, '\\$&')
}

/** A line of text that starts like a list, a heading or a rule is none. */
function guardLines(text: string) {
  return text
    .replaceAll(/^(#{1,6}(?=\s)|[-+>](?=\s|$)|-{3,}$)/gm, '\\$1')
    .replaceAll(/^(\d{1,9})([.)])(?=\s)/gm, '$1\\$2')
}
