import { type Block, type Inline, type ListItem, type Marks, renderMarkdown } from './document.ts'
import { decodeEntities, type HtmlElement, type HtmlNode, parseHtml } from './html-tree.ts'

/** The Markdown of a text that an editor in a browser wrote. */
export function htmlToMarkdown(html: string): string {
  return renderMarkdown(blocksOf(parseHtml(html)))
}

const containers = new Set([
  ...[
    'address',
    'article',
    'aside',
    'body',
    'center',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'fieldset',
    'figure',
  ],
  ...['footer', 'form', 'header', 'html', 'main', 'nav', 'p', 'section', 'summary', 'figcaption'],
])
const ignored = new Set(['head', 'input', 'script', 'style', 'template', 'title'])

function blocksOf(nodes: HtmlNode[]): Block[] {
  const blocks: Block[] = []
  let line: Inline[] = []
  const endLine = () => {
    if (line.some(isVisible)) blocks.push({ kind: 'paragraph', content: line })
    line = []
  }
  for (const node of nodes) {
    const inner = typeof node === 'string' ? undefined : blockOf(node)
    if (!inner) {
      line.push(...inlineOf(node, {}))
      continue
    }
    endLine()
    blocks.push(...inner)
  }
  endLine()
  return blocks
}

function isVisible(inline: Inline) {
  return inline.kind === 'image' || (inline.kind === 'text' && inline.text.trim() !== '')
}

/** The blocks of an element, or undefined if it is part of a line. */
function blockOf(element: HtmlElement): Block[] | undefined {
  const { name, children } = element
  if (containers.has(name)) return blocksOf(children)
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level)
    return [{ kind: 'heading', level: Number(level), content: children.flatMap(node => inlineOf(node, {})) }]
  if (name === 'ul' || name === 'ol') return [listOf(element)]
  if (name === 'li') return blocksOf(children)
  if (name === 'blockquote') return [{ kind: 'quote', blocks: blocksOf(children) }]
  if (name === 'pre') return [codeOf(element)]
  if (name === 'hr') return [{ kind: 'rule' }]
  if (name === 'table') return [{ kind: 'table', rows: rowsOf(children) }]
  // An inline element around blocks, as in a link around a paragraph, loses itself and keeps them.
  const hasBlocks = children.some(child => typeof child !== 'string' && blockOf(child) !== undefined)
  return hasBlocks ? blocksOf(children) : undefined
}

function listOf({ name, attributes, children }: HtmlElement): Block {
  const start = Number(attributes.get('start') ?? 1)
  return {
    kind: 'list',
    isOrdered: name === 'ol',
    start: Number.isInteger(start) && start >= 0 && start < 1e6 ? start : 1,
    items: children.flatMap(child => (typeof child === 'string' ? [] : itemOf(child))),
  }
}

function itemOf(item: HtmlElement): ListItem[] {
  // Some editors nest a list beside its item rather than in it.
  if (item.name !== 'li') return [{ blocks: blocksOf([item]) }]
  const checked = item.attributes.get('data-checked')
  const isTask = item.attributes.get('data-type') === 'taskItem' || checked !== undefined
  return [{ blocks: blocksOf(item.children), ...(isTask && { isChecked: checked === 'true' }) }]
}

function codeOf({ children }: HtmlElement): Block {
  const inner = children.find(child => typeof child !== 'string' && child.name === 'code')
  const classes = typeof inner === 'object' ? (inner.attributes.get('class') ?? '') : ''
  return {
    kind: 'code',
    language: /language-(\S+)/.exec(classes)?.[1] ?? '',
    text: children.map(textIn).join(''),
  }
}

function textIn(node: HtmlNode): string {
  if (typeof node === 'string') return decodeEntities(node)
  return node.name === 'br' ? '\n' : node.children.map(textIn).join('')
}

function rowsOf(nodes: HtmlNode[]): Block[][][] {
  return nodes.flatMap(node => {
    if (typeof node === 'string') return []
    if (node.name !== 'tr') return rowsOf(node.children)
    const cells = node.children.filter(child => typeof child !== 'string')
    return [cells.map(({ children }) => blocksOf(children))]
  })
}

const marksOf = new Map<string, Marks>([
  ...['b', 'strong'].map(name => [name, { bold: true }] as const),
  ...['i', 'em', 'cite'].map(name => [name, { italic: true }] as const),
  ...['s', 'del', 'strike'].map(name => [name, { strike: true }] as const),
  ...['code', 'kbd', 'samp', 'tt'].map(name => [name, { code: true }] as const),
])

function inlineOf(node: HtmlNode, marks: Marks): Inline[] {
  if (typeof node === 'string') {
    return [{ kind: 'text', text: decodeEntities(node).replaceAll(/[^\S\u00a0]+/g, ' '), marks }]
  }
  const { name, attributes, children } = node
  if (ignored.has(name)) return []
  if (name === 'br') return [{ kind: 'break' }]
  if (name === 'img')
    return [{ kind: 'image', alt: attributes.get('alt') ?? '', address: attributes.get('src') ?? '' }]
  const mention = mentionIn(node)
  if (mention) return [{ kind: 'text', text: mention, marks }]
  const link = name === 'a' ? attributes.get('href') : undefined
  const all = { ...marks, ...marksOf.get(name), ...(link && { link }) }
  return children.flatMap(child => inlineOf(child, all))
}

/** A mention is the name of a user of the other program; it mentions none of ours. */
function mentionIn({ name, attributes, children }: HtmlElement) {
  const isMention = attributes.get('data-type') === 'mention' || name.startsWith('mention-')
  if (!isMention) return ''
  const label = attributes.get('data-label') ?? attributes.get('label') ?? attributes.get('data-id')
  return label ? `@${label}` : children.map(textIn).join('')
}

/** Whether a text has any tags. */
export function isHtml(text: string) {
  return /<\/?[a-z][a-z0-9-]*(\s|\/?>)/i.test(text)
}
