import { MAX_NESTING } from './document.ts'

/** A text, still with its entities, or an element. */
export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  name: string
  attributes: Map<string, string>
  children: HtmlNode[]
}

const empty = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])
/** What ends as soon as its like begins. */
const closing = new Map([
  ['p', ['p']],
  ['li', ['li']],
  ['tr', ['tr', 'td', 'th']],
  ['td', ['td', 'th']],
  ['th', ['td', 'th']],
])
/** What keeps an end tag inside of it from closing what is outside. */
const borders = new Set(['ul', 'ol', 'table', 'blockquote'])

/** Reads any text in linear time; what is not closed ends with the text. */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [] }
  const open = [root]
  const top = () => open.at(-1) as HtmlElement
  let position = 0
  while (position < html.length) {
    const start = html.indexOf('<', position)
    const text = html.slice(position, start === -1 ? undefined : start)
    if (text) top().children.push(text)
    if (start === -1) break
    const tag = readTag(html, start)
    position = tag.end
    if ('text' in tag) {
      if (tag.text) top().children.push(tag.text)
    } else if (tag.isEnd) close(open, tag.name)
    else openElement(open, tag)
  }
  return root.children
}

function openElement(open: HtmlElement[], { name, attributes, isEmpty }: Tag) {
  for (const other of closing.get(name) ?? []) if (open.at(-1)?.name === other) open.pop()
  const element: HtmlElement = { name, attributes, children: [] }
  // Elements that are nested deeper become part of the one around them.
  if (open.length <= MAX_NESTING) open.at(-1)?.children.push(element)
  if (!isEmpty && open.length <= MAX_NESTING) open.push(element)
}

function close(open: HtmlElement[], name: string) {
  for (let index = open.length - 1; index > 0; index--) {
    const other = open[index]?.name
    if (other === name) {
      open.length = index
      return
    }
    if (other !== undefined && borders.has(other) && !borders.has(name)) return
  }
}

interface Tag {
  name: string
  attributes: Map<string, string>
  isEnd: boolean
  isEmpty: boolean
  end: number
}

/** The tag, comment or text at a `<`. */
function readTag(html: string, start: number): Tag | { text: string; end: number } {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4)
    return { text: '', end: end === -1 ? html.length : end + 3 }
  }
  const [, slash = '', written = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html.slice(start, start + 60)) ?? []
  if (!written) return html[start + 1] === '!' ? skipped(html, start) : { text: '<', end: start + 1 }
  const end = endOfTag(html, start)
  // A tag that never ends is text.
  if (end === -1) return { text: html.slice(start), end: html.length }
  const name = written.toLowerCase()
  const inside = html.slice(start + 1 + slash.length + written.length, end)
  return {
    name,
    attributes: attributesIn(inside),
    isEnd: slash !== '',
    isEmpty: empty.has(name) || inside.endsWith('/'),
    end: end + 1,
  }
}

function skipped(html: string, start: number) {
  const end = html.indexOf('>', start)
  return { text: '', end: end === -1 ? html.length : end + 1 }
}

function endOfTag(html: string, start: number) {
  let quote = ''
  for (let index = start; index < html.length; index++) {
    const sign = html[index] as string
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '>') return index
    else if ((sign === '"' || sign === "'") && html[index - 1] === '=') quote = sign
  }
  return -1
}

function attributesIn(text: string) {
  const found = text.matchAll(/([a-z][\w:-]*)(?:="([^"]*)"|='([^']*)'|=([^\s"'>]+))?/gi)
  return new Map(
    Array.from(found, ([, name = '', ...values]) => [
      name.toLowerCase(),
      decodeEntities(values.find(value => value !== undefined) ?? ''),
    ]),
  )
}

const entities = new Map([
  ...[['amp', '&'] as const, ['lt', '<'] as const, ['gt', '>'] as const, ['quot', '"'] as const],
  ...[['apos', "'"] as const, ['nbsp', '\u00a0'] as const, ['hellip', '…'] as const, ['ndash', '–'] as const],
  ...[['mdash', '—'] as const, ['laquo', '«'] as const, ['raquo', '»'] as const, ['copy', '©'] as const],
])

export function decodeEntities(text: string) {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (all, hex, decimal, name) => {
    if (name) return entities.get(name.toLowerCase()) ?? all
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
