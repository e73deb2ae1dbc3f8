import type { MarkdownNode } from './markdown.ts'

const mark = /^\[([ xX])\](?:\s+|$)/

/** The first text of the first paragraph of a list item: not that of an item inside it. */
function firstText({ token, children }: MarkdownNode) {
  const [paragraph] = token.type === 'list_item_open' ? children : []
  if (paragraph?.token.type !== 'paragraph_open') return undefined
  const [inline] = paragraph.children
  const [text] = inline?.children ?? []
  // The source too: a box after a backslash is just text.
  return text?.token.type === 'text' && mark.test(inline?.token.content ?? '') ? text : undefined
}

/** Undefined for an item without a box. */
export function taskMarkOf(item: MarkdownNode) {
  const match = mark.exec(firstText(item)?.token.content ?? '')
  const line = item.children[0]?.token.map?.[0]
  return match && line !== undefined ? { isChecked: match[1] !== ' ', line } : undefined
}

export function withoutTaskMark(item: MarkdownNode): MarkdownNode {
  const text = firstText(item)
  if (!text) return item
  const content = text.token.content.replace(mark, '')
  const shown = { token: Object.assign(Object.create(text.token), { content }), children: [] }
  const replaceIn = (node: MarkdownNode): MarkdownNode => {
    if (node === text) return shown
    const [first, ...others] = node.children
    return first ? { ...node, children: [replaceIn(first), ...others] } : node
  }
  return replaceIn(item)
}

const boxLine = /^((?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*)\[([ xX])\]/

/** The text with the box in this line ticked or cleared; undefined if there is none. */
export function withTask(text: string, line: number, isChecked: boolean) {
  const lines = text.split(/(\r\n|\n|\r)/)
  const at = 2 * line
  const match = boxLine.exec(lines[at] ?? '')
  if (!match) return undefined
  const [whole, before = ''] = match
  lines[at] = `${before}[${isChecked ? 'x' : ' '}]${lines[at]?.slice(whole.length)}`
  return lines.join('')
}

/** The same after others changed the text: if the line is still there, wherever it is now. */
export function withTaskAgain(text: string, before: string, line: number, isChecked: boolean) {
  const old = before.split(/\r\n|\n|\r/)[line]
  const lines = text.split(/\r\n|\n|\r/)
  const same = lines.flatMap((content, index) => (content === old ? [index] : []))
  const found = lines[line] === old ? line : same.length === 1 ? same[0] : undefined
  return found === undefined ? undefined : withTask(text, found, isChecked)
}
