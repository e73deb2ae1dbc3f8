import { idOf, numberOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'
import {
  type Block,
  type Inline,
  type ListItem,
  MAX_NESTING,
  type Marks,
  renderMarkdown,
} from './document.ts'

/** The Markdown of a document of Jira Cloud (Atlassian Document Format, version 1). */
export function adfToMarkdown(document: unknown): string {
  return renderMarkdown(blocksIn(recordOf(document), 0))
}

function blocksIn({ content }: Unread, depth: number): Block[] {
  if (depth > MAX_NESTING) return []
  const blocks: Block[] = []
  let line: Inline[] = []
  const endLine = () => {
    if (line.length > 0) blocks.push({ kind: 'paragraph', content: line })
    line = []
  }
  for (const node of recordsOf(content)) {
    const inner = blockOf(node, depth)
    if (inner) endLine()
    if (inner) blocks.push(...inner)
    else line.push(...inlineOf(node, depth))
  }
  endLine()
  return blocks
}

/** The blocks of a node, or undefined if it is part of a line. */
function blockOf(node: Unread, depth: number): Block[] | undefined {
  const attributes = recordOf(node.attrs)
  const inner = () => blocksIn(node, depth + 1)
  switch (node.type) {
    case 'paragraph':
      return [{ kind: 'paragraph', content: lineIn(node, depth) }]
    case 'heading':
      return [{ kind: 'heading', level: numberOf(attributes.level), content: lineIn(node, depth) }]
    case 'bulletList':
    case 'taskList':
    case 'decisionList':
      return [{ kind: 'list', isOrdered: false, start: 1, items: itemsIn(node, depth) }]
    case 'orderedList': {
      const start = numberOf(attributes.order)
      return [
        {
          kind: 'list',
          isOrdered: true,
          start: start > 0 && start < 1e6 ? Math.round(start) : 1,
          items: itemsIn(node, depth),
        },
      ]
    }
    case 'blockquote':
    case 'panel':
      return [{ kind: 'quote', blocks: inner() }]
    case 'codeBlock':
      return [{ kind: 'code', language: textOf(attributes.language), text: textIn(node, depth) }]
    case 'rule':
      return [{ kind: 'rule' }]
    case 'table':
      return [
        {
          kind: 'table',
          rows: recordsOf(node.content).map(row =>
            recordsOf(row.content).map(cell => blocksIn(cell, depth + 3)),
          ),
        },
      ]
    case 'expand':
    case 'nestedExpand':
      return [...titled(attributes.title), ...inner()]
    case 'blockCard':
    case 'embedCard':
      return [{ kind: 'paragraph', content: linkTo(attributes.url) }]
    case 'media':
    case 'mediaSingle':
    case 'mediaGroup':
    case 'layoutSection':
    case 'layoutColumn':
    case 'bodiedExtension':
    case 'listItem':
      return node.type === 'media' ? [{ kind: 'paragraph', content: inlineOf(node, depth) }] : inner()
    default:
      return undefined
  }
}

function titled(title: unknown): Block[] {
  const text = textOf(title)
  return text ? [{ kind: 'paragraph', content: [{ kind: 'text', text, marks: { bold: true } }] }] : []
}

function itemsIn(node: Unread, depth: number): ListItem[] {
  return recordsOf(node.content).map((item): ListItem => {
    // A list right in a list is a list in an item.
    if (item.type === node.type) return { blocks: blockOf(item, depth + 1) ?? [] }
    const isTask = item.type === 'taskItem'
    return {
      blocks: blocksIn(item, depth + 1),
      ...(isTask && { isChecked: recordOf(item.attrs).state === 'DONE' }),
    }
  })
}

function lineIn(node: Unread, depth: number): Inline[] {
  return depth > MAX_NESTING ? [] : recordsOf(node.content).flatMap(inner => inlineOf(inner, depth + 1))
}

function textIn(node: Unread, depth: number): string {
  if (depth > MAX_NESTING) return ''
  return (
    textOf(node.text) +
    recordsOf(node.content)
      .map(inner => textIn(inner, depth + 1))
      .join('')
  )
}

function inlineOf(node: Unread, depth: number): Inline[] {
  const attributes = recordOf(node.attrs)
  const text = (shown: string): Inline[] => (shown ? [{ kind: 'text', text: shown, marks: {} }] : [])
  switch (node.type) {
    case 'text':
      return [{ kind: 'text', text: textOf(node.text), marks: marksOf(node.marks) }]
    case 'hardBreak':
      return [{ kind: 'break' }]
    case 'mention':
      return text(`@${textOf(attributes.text).replace(/^@/, '') || idOf(attributes.id)}`)
    case 'emoji':
      return text(textOf(attributes.text) || textOf(attributes.shortName))
    case 'date':
      return text(dateOf(attributes.timestamp))
    case 'status':
      return text(textOf(attributes.text))
    case 'inlineCard':
      return linkTo(attributes.url)
    case 'media':
    case 'mediaInline': {
      const address = textOf(attributes.url)
      return address
        ? [{ kind: 'image', alt: textOf(attributes.alt), address }]
        : text(textOf(attributes.alt))
    }
    default:
      return lineIn(node, depth)
  }
}

function linkTo(url: unknown): Inline[] {
  const link = textOf(url)
  return link ? [{ kind: 'text', text: link, marks: { link } }] : []
}

/** A day, in milliseconds as a text. */
function dateOf(timestamp: unknown) {
  const date = new Date(Number(idOf(timestamp) || Number.NaN))
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function marksOf(marks: unknown): Marks {
  const all: Marks = {}
  for (const { type, attrs } of recordsOf(marks)) {
    if (type === 'strong') all.bold = true
    if (type === 'em') all.italic = true
    if (type === 'strike') all.strike = true
    if (type === 'code') all.code = true
    const link = type === 'link' ? textOf(recordOf(attrs).href) : ''
    if (link) all.link = link
  }
  return all
}
