import type { Mark, Node } from '@tiptap/pm/model'
import { isAutomaticLink } from '../markdown.ts'
import { codeSpan, escapeAlt, escapeLineStarts, escapeText, linkTarget } from './escape.ts'
import { type Part, withFlankedDelimiters } from './flanking.ts'

interface Place {
  /** At the start of a line signs such as `#` have a meaning. */
  isLineStart?: boolean
  isOneLine?: boolean
  isCell?: boolean
}

/** A part of the text with the same marks. A `source` is Markdown already. */
interface Piece {
  text: string
  source?: string
  marks: readonly Mark[]
}

/** The Markdown of a paragraph, a heading or a cell. */
export function writeInline(node: Node, place: Place) {
  const pieces = trimMarks(node.children.flatMap(child => piecesOf(child, place)))
  const parts = withFlankedDelimiters(escapeParts(partsOf(pieces)))
  const text = parts.map(({ value }) => value).join('')
  // Spaces at the ends of a line have no meaning, or another one.
  const lines = text.split(/[ \t]*\\\n[ \t]*/).map(line => line.replace(/^[ \t]+|[ \t]+$/g, ''))
  while (lines.length > 1 && !lines.at(-1)) lines.pop()
  const trimmed = lines.join('\\\n')
  const inCell = place.isCell ? trimmed.replaceAll('|', '\\|') : trimmed
  return place.isLineStart ? escapeLineStarts(inCell) : inCell
}

function piecesOf(node: Node, { isOneLine }: Place): Piece[] {
  const { marks, attrs } = node
  const code = marks.find(({ type }) => type.name === 'code')
  const source = (value: string): Piece[] => [{ text: '', source: value, marks }]
  switch (node.type.name) {
    case 'hardBreak':
      return isOneLine ? [{ text: ' ', marks }] : source('\\\n')
    case 'mention':
      return source(`@[${attrs.id}]`)
    case 'image':
      return source(`![${escapeAlt(attrs.alt ?? '')}]${linkTarget(attrs.src ?? '', attrs.title)}`)
  }
  const text = (node.text ?? '').replace(/[\r\n\t]+/g, ' ')
  if (code) return [{ text: '', source: codeSpan(text), marks: code.removeFromSet(marks) }]
  const [, before = '', inside = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  return [before, inside, after].filter(Boolean).map(part => ({ text: part, marks }))
}

/** Emphasis can neither start nor end with a space: spaces move outside. */
function trimMarks(pieces: Piece[]) {
  const trimmed = pieces.map(piece => ({ ...piece }))
  for (const order of [trimmed, trimmed.toReversed()]) {
    for (const [index, piece] of order.entries()) {
      if (!isBlank(piece)) continue
      const before = order[index - 1]?.marks ?? []
      piece.marks = piece.marks.filter(mark => mark.isInSet(before))
    }
  }
  return trimmed
}

const rank = ['link', 'bold', 'italic', 'strike']
const delimiters: Record<string, string> = { bold: '**', italic: '_', strike: '~~' }

/** Opens and closes the marks around the pieces, the longest outermost. */
function partsOf(pieces: Piece[]) {
  const parts: Part[] = []
  let open: Mark[] = []
  const extent = (mark: Mark, from: number) => {
    const end = pieces.findIndex((piece, index) => index > from && !mark.isInSet(piece.marks))
    return end < 0 ? pieces.length : end
  }
  const close = (count: number) => {
    const closed = open.slice(count).reverse()
    if (closed.length === 0) return
    // Spaces at the end move outside.
    const last = parts.findLastIndex(part => !isBlank(part))
    const blanks = parts.splice(last + 1)
    parts.push(...closed.map(mark => delimiter('close', mark)), ...blanks)
    open = open.slice(0, count)
  }
  pieces.forEach((piece, index) => {
    const ended = open.findIndex(mark => !mark.isInSet(piece.marks))
    if (ended >= 0) close(ended)
    const added = (isBlank(piece) ? [] : piece.marks)
      .filter(mark => !mark.isInSet(open))
      .toSorted(
        (one, other) =>
          extent(other, index) - extent(one, index) ||
          rank.indexOf(one.type.name) - rank.indexOf(other.type.name),
      )
    for (const mark of added) parts.push(delimiter('open', mark))
    open = [...open, ...added]
    parts.push({ type: piece.source === undefined ? 'text' : 'source', value: piece.source ?? piece.text })
  })
  close(0)
  return withAutomaticLinks(joined(parts))
}

function joined(parts: Part[]) {
  return parts.reduce<Part[]>((all, part) => {
    const last = all.at(-1)
    if (last?.type === 'text' && part.type === 'text') last.value += part.value
    else all.push({ ...part })
    return all
  }, [])
}

function isBlank(piece: { text?: string; source?: string; value?: string }) {
  const text = piece.source ?? piece.text ?? piece.value ?? ''
  return text === '\\\n' || !text.trim()
}

function delimiter(type: 'open' | 'close', mark: Mark): Part {
  const { href, title } = mark.attrs
  const sign = delimiters[mark.type.name]
  if (sign) return { type, value: sign, mark }
  return { type, value: type === 'open' ? '[' : `]${linkTarget(href ?? '', title)}`, mark }
}

/** An address that is recognized as a link needs no brackets. */
function withAutomaticLinks(parts: Part[]) {
  const written: Part[] = []
  for (let index = 0; index < parts.length; index++) {
    const [part, text, close] = parts.slice(index, index + 3)
    const automatic =
      part?.type === 'open' && text?.type === 'text' && close?.type === 'close' && part.mark === close.mark
        ? automaticLink(part.mark, text.value, parts[index - 1], parts[index + 3])
        : undefined
    if (automatic) index += 2
    if (part) written.push(automatic ?? part)
  }
  return written
}

function automaticLink({ attrs }: Mark, text: string, before?: Part, after?: Part): Part | undefined {
  if (attrs.title || !isAutomaticLink(text, attrs.href)) return undefined
  const startsWord = !before || (before.type === 'text' && /[\s(]$/.test(before.value))
  const endsWord = !after || (after.type === 'text' && /^[.,;:!?)]?(\s|$)/.test(after.value))
  if (startsWord && endsWord) return { type: 'source', value: text }
  return /^https?:/i.test(text) ? { type: 'source', value: `<${text}>` } : undefined
}

function escapeParts(parts: Part[]) {
  let isInLink = false
  return parts.map((part, index): Part => {
    if (part.type === 'open' && part.value === '[') isInLink = true
    if (part.type === 'close' && part.value.startsWith(']')) isInLink = false
    if (part.type !== 'text') return part
    const before = parts[index - 1]?.value ?? ''
    const after = parts[index + 1]?.value ?? ''
    return { ...part, value: escapeText(part.value, { isInLink, before, after }) }
  })
}
