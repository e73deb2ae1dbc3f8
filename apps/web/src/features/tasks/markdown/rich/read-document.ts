import type { Node, Schema } from '@tiptap/pm/model'
import { type MarkdownNode, readMarkdown } from '../markdown.ts'
import { readBlock } from './read-block.ts'
import { writeBlock } from './write-block.ts'

/** A block of the document with the Markdown it was read from. */
export interface BlockSource {
  node: Node
  source: string
  /** What stands between the block before and this one. */
  gap: string
}

export interface ReadDocument {
  text: string
  blocks: BlockSource[]
}

/**
 * Reads Markdown block by block. A block that the editor could not write back with the same meaning
 * becomes a block of plain Markdown source, so that nothing is lost.
 */
export function readDocument(schema: Schema, text: string): ReadDocument {
  const lines = lineStarts(text)
  const blocks: BlockSource[] = []
  let end = 0
  const add = (node: Node, from: number, to: number) => {
    blocks.push({ node, source: text.slice(from, to), gap: text.slice(end, from) })
    end = to
  }
  const addSource = (from: number, to: number) => add(rawBlock(schema, text.slice(from, to)), from, to)

  for (const tree of readMarkdown(text)) {
    const [first, last] = tree.token.map ?? [0, 0]
    const from = lines[first] ?? text.length
    const to = from + withoutBlankLines(text.slice(from, lines[last] ?? text.length)).length
    // What produces no block, such as the definition of a link.
    const skipped = nonBlank(text, end, from)
    if (skipped) addSource(...skipped)
    const node = readFaithfully(schema, tree)
    if (node) add(node, from, to)
    else addSource(from, to)
  }
  const rest = nonBlank(text, end, text.length)
  if (rest) addSource(...rest)
  return { text, blocks }
}

export function nodesOf(schema: Schema, text: string) {
  return readDocument(schema, text).blocks.map(({ node }) => node)
}

function lineStarts(text: string) {
  return [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ 0: end, index }) => index + end.length)]
}

function nonBlank(text: string, from: number, to: number): [number, number] | undefined {
  const between = text.slice(from, to)
  if (!between.trim()) return undefined
  // From the start of its line, because indentation has a meaning.
  const start = between.search(/[^\r\n]*\S/)
  return [from + start, from + withoutBlankLines(between).length]
}

/** Spaces at the end of the last line stay: in code they count. */
function withoutBlankLines(text: string) {
  return text.replace(/(?:\r\n|\n|\r)\s*$/, '')
}

function rawBlock(schema: Schema, source: string) {
  return schema.node('rawMarkdown', null, schema.text(source))
}

function readFaithfully(schema: Schema, tree: MarkdownNode) {
  const node = readBlock(schema, tree)
  if (!node) return undefined
  const [again, ...others] = readMarkdown(writeBlock(node))
  const isSame = again && others.length === 0 && readBlock(schema, again)?.eq(node)
  return isSame ? node : undefined
}
