import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import type { MarkdownNode } from '../markdown.ts'
import { splitMentions } from '../mentions.ts'
import { taskMarkOf, withoutTaskMark } from '../task-list.ts'

class Unreadable extends Error {}

/** Undefined if the editor has nothing to show it with. */
export function readBlock(schema: Schema, tree: MarkdownNode) {
  try {
    return block(schema, tree)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

function block(schema: Schema, tree: MarkdownNode): Node {
  const { token, children } = tree
  const create = (type: string, attrs: object | null, content: readonly Node[]) =>
    schema.node(type, attrs as null, Fragment.fromArray([...content]))
  switch (token.type) {
    case 'paragraph_open':
      return create('paragraph', null, inlineOf(schema, children))
    case 'heading_open':
      return create('heading', { level: Number(token.tag.slice(1)) }, inlineOf(schema, children))
    case 'blockquote_open':
      return create('blockquote', null, startingWithParagraph(schema, blocks(schema, children), false))
    case 'bullet_list_open':
      return create('bulletList', { tight: isTight(children) }, items(schema, children))
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1)
      return create('orderedList', { start, tight: isTight(children) }, items(schema, children))
    }
    case 'fence':
    case 'code_block': {
      const code = token.content.replace(/\n$/, '')
      return create('codeBlock', { language: token.info || null }, code ? [schema.text(code)] : [])
    }
    case 'hr':
      return create('horizontalRule', null, [])
    case 'table_open':
      return create('table', null, rows(schema, children))
  }
  throw new Unreadable(token.type)
}

function blocks(schema: Schema, trees: MarkdownNode[]) {
  return trees.map(tree => block(schema, tree))
}

function isTight(itemTrees: MarkdownNode[]) {
  return itemTrees.every(({ children }) =>
    children.every(({ token }) => token.type !== 'paragraph_open' || token.hidden),
  )
}

function items(schema: Schema, trees: MarkdownNode[]) {
  return trees.map(tree => {
    const mark = taskMarkOf(tree)
    const { children } = mark ? withoutTaskMark(tree) : tree
    const content = startingWithParagraph(schema, blocks(schema, children), true)
    return schema.node('listItem', { checked: mark ? mark.isChecked : null }, content)
  })
}

/** The editor needs a place for the caret; writing leaves it out again. */
function startingWithParagraph(schema: Schema, content: Node[], isAlways: boolean) {
  const hasOne = isAlways ? content[0]?.type.name === 'paragraph' : content.length > 0
  return hasOne ? content : [schema.node('paragraph'), ...content]
}

/** Head and body of a table have the same rows in the editor; those of the head have header cells. */
function rows(schema: Schema, parts: MarkdownNode[]) {
  return parts
    .flatMap(({ children }) => children)
    .map(row => {
      const cells = row.children.map(({ token, children }) => {
        const [, align = null] = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style'))) ?? []
        const type = token.type === 'th_open' ? 'tableHeader' : 'tableCell'
        return schema.node(type, { align }, schema.node('paragraph', null, inlineOf(schema, children)))
      })
      return schema.node('tableRow', null, cells)
    })
}

/** The content of a paragraph, heading or cell: one inline token, or none. */
function inlineOf(schema: Schema, [inline, ...others]: MarkdownNode[]): Node[] {
  if (!inline) return []
  if (inline.token.type !== 'inline' || others.length > 0) throw new Unreadable(inline.token.type)
  return inlines(schema, inline.children, [])
}

const markNames: Record<string, string> = { strong_open: 'bold', em_open: 'italic', s_open: 'strike' }

function inlines(schema: Schema, trees: MarkdownNode[], marks: readonly Mark[]): Node[] {
  return trees.flatMap(({ token, children }) => {
    const text = (content: string, all = marks) => (content ? [schema.text(content, all)] : [])
    const inside = (mark: Mark) => {
      const content = inlines(schema, children, mark.addToSet(marks))
      // Such as a link without a text: it would be lost.
      if (content.length === 0) throw new Unreadable(token.type)
      return content
    }
    switch (token.type) {
      case 'text':
        return splitMentions(token.content).flatMap(part =>
          typeof part === 'string' ? text(part) : [schema.node('mention', part, undefined, marks)],
        )
      case 'softbreak':
        return text(' ')
      case 'hardbreak':
        return [schema.node('hardBreak', null, undefined, marks)]
      case 'code_inline':
        return text(token.content, schema.mark('code').addToSet(marks))
      case 'image': {
        const attrs = { src: token.attrGet('src'), alt: altOf(children), title: token.attrGet('title') }
        return [schema.node('image', attrs, undefined, marks)]
      }
      case 'link_open':
        return inside(schema.mark('link', { href: token.attrGet('href'), title: token.attrGet('title') }))
    }
    const name = markNames[token.type]
    if (!name) throw new Unreadable(token.type)
    return inside(schema.mark(name))
  })
}

function altOf(trees: MarkdownNode[]): string {
  return trees.map(({ token, children }) => token.content + altOf(children)).join('')
}
