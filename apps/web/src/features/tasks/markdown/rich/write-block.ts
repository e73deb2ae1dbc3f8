import type { Node } from '@tiptap/pm/model'
import { writeInline } from './write-inline.ts'

/** How a list is marked: neighbouring lists with the same mark would become one. */
const markers: Record<string, string[]> = { bulletList: ['-', '*', '+'], orderedList: ['.', ')'] }

export function markerOf(source: string) {
  const [, bullet, delimiter] = /^\s*(?:([-*+])|\d{1,9}([.)]))(?:\s|$)/.exec(source) ?? []
  return bullet ?? delimiter
}

export function isList({ type }: Node) {
  return type.name in markers
}

/** The Markdown of a block, without a line break at its end. */
export function writeBlock(node: Node, taken: (string | undefined)[] = []): string {
  switch (node.type.name) {
    case 'heading':
      return writeHeading(node)
    case 'blockquote':
      return writeAll(node.children, '\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>')
    case 'bulletList':
    case 'orderedList':
      return writeList(node, taken)
    case 'codeBlock':
      return writeCode(node)
    case 'horizontalRule':
      // Not with hyphens: after one of them, as in a list, it would be something else.
      return '___'
    case 'table':
      return writeTable(node)
    case 'rawMarkdown':
      return node.textContent
  }
  return writeInline(node, { isLineStart: true })
}

function writeAll(nodes: readonly Node[], gap: string) {
  const written: string[] = []
  let before: Node | undefined
  for (const node of nodes) {
    if (isEmpty(node)) continue
    written.push(writeBlock(node, before && isList(before) ? [markerOf(written.at(-1) ?? '')] : []))
    before = node
  }
  return written.join(gap)
}

export function isEmpty(node: Node) {
  return node.type.name === 'paragraph' && writeInline(node, { isLineStart: true }) === ''
}

function writeHeading(node: Node) {
  const text = writeInline(node, { isOneLine: true })
  const mark = '#'.repeat(node.attrs.level)
  // Number signs at the end would be left out.
  return `${mark} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`.trimEnd()
}

function writeList(list: Node, taken: (string | undefined)[]) {
  const isOrdered = list.type.name === 'orderedList'
  const marker = markers[list.type.name]?.find(sign => !taken.includes(sign)) ?? taken[0]
  const isTight = (list.attrs.tight || list.children.every(hasNoText)) && list.children.every(canBeTight)
  const written = list.children.map((item, index) => {
    const mark = isOrdered ? `${list.attrs.start + index}${marker}` : `${marker}`
    const content = writeItem(item, isTight ? '\n' : '\n\n')
    const indent = ' '.repeat(mark.length + 1)
    return `${mark} ${content.replace(/\n(?!\n|$)/g, `\n${indent}`)}`.trimEnd()
  })
  return written.join(isTight ? '\n' : '\n\n')
}

function writeItem(item: Node, gap: string) {
  const [first, ...rest] = item.children
  const { checked } = item.attrs
  const text = first ? writeInline(first, { isLineStart: true }) : ''
  const start = checked === null ? text : `[${checked ? 'x' : ' '}] ${text}`.trimEnd()
  const more = writeAll(rest, gap)
  return start && more ? `${start}${gap}${more}` : start + more
}

/** Only lists can follow the text without a blank line, and not all of them. */
function canBeTight({ children: [first, ...rest], attrs }: Node) {
  const hasText = first && (!isEmpty(first) || attrs.checked !== null)
  return rest.every((list, index) => {
    const startsEmpty = list.firstChild && hasNoText(list.firstChild)
    const interrupts = !startsEmpty && (list.attrs.start ?? 1) === 1
    return isList(list) && index === 0 && (interrupts || !hasText)
  })
}

function hasNoText(item: Node) {
  return item.attrs.checked === null && item.children.every(isEmpty)
}

function writeCode(node: Node) {
  const code = node.textContent
  const info = node.attrs.language ?? ''
  const sign = info.includes('`') ? '~' : '`'
  const runs = code.match(new RegExp(`${sign}+`, 'g')) ?? []
  const fence = sign.repeat(Math.max(3, ...runs.map(run => run.length + 1)))
  return `${fence}${info}\n${code ? `${code}\n` : ''}${fence}`
}

const rules: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

function writeTable(table: Node) {
  const rows = table.children.map(row =>
    row.children.map(cell =>
      cell.children.map(child => writeInline(child, { isOneLine: true, isCell: true })).join(' '),
    ),
  )
  const width = Math.max(...rows.map(row => row.length))
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const head = table.firstChild?.children ?? []
  const rule = Array.from({ length: width }, (_, index) => rules[head[index]?.attrs.align] ?? '---')
  const [first = [], ...others] = rows
  return [line(first), line(rule), ...others.map(line)].join('\n')
}
