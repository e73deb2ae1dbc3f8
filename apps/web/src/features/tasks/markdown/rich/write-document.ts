import type { Node } from '@tiptap/pm/model'
import type { BlockSource, ReadDocument } from './read-document.ts'
import { isEmpty, isList, markerOf, writeBlock } from './write-block.ts'

/** Blocks that were not changed keep the Markdown they were read from, to the last space. */
export function writeDocument(doc: Node, original: ReadDocument) {
  const nodes = doc.children.filter(node => !isEmpty(node))
  const kept = withoutChangedDefinitions(nodes, original.blocks, keptBlocks(nodes, original.blocks))
  const isUnchanged = nodes.length === original.blocks.length && kept.every((at, index) => at === index)
  if (isUnchanged) return original.text

  let text = ''
  let before: Written = { at: -1, source: '' }
  nodes.forEach((node, index) => {
    const at = kept[index]
    const block = at === undefined ? undefined : original.blocks[at]
    const next = nodes[index + 1]
    const nextMarker = fixedMarker(nodes, index + 1)
    const isNextInPlace = kept[index + 1] === Number(at) + 1
    const place = { before, at, nextMarker: isNextInPlace ? undefined : nextMarker, isLast: !next }
    const isKept = block && canKeep(node, block.source, place)
    const isInPlace = isKept && before.at !== undefined && before.at + 1 === at
    const source = isKept ? block.source : written(node, before.source, nextMarker)
    text += (isInPlace ? block.gap : text && '\n\n') + source
    before = { at: isKept ? at : undefined, source }
  })
  const isEndKept = before.at === original.blocks.length - 1
  return isEndKept ? text + endOf(original) : text
}

interface Written {
  /** The index of the original block, if its source was kept. */
  at: number | undefined
  source: string
}

interface Place {
  before: Written
  at: number | undefined
  nextMarker: string | undefined
  isLast: boolean
}

function canKeep(node: Node, source: string, { before, at, nextMarker, isLast }: Place) {
  if (!isLast && isUnfinished(node, source)) return false
  if (isList(node) && nextMarker && nextMarker === markerOf(source)) return false
  return (before.at !== undefined && before.at + 1 === at) || canMove(source, before.source)
}

/** After a list, an indented block would be a part of its last item. */
function written(node: Node, before: string, nextMarker: string | undefined) {
  const source = writeBlock(node, [markerOf(before), nextMarker])
  return markerOf(before) ? source.trimStart() : source
}

/**
 * The marker that a list must have: its own, where the editor can only show its source, or for an ordered list, which
 * has two markers to choose from, the one that the list after it must not have.
 */
function fixedMarker(nodes: readonly Node[], index: number): string | undefined {
  const node = nodes[index]
  if (node?.type.name === 'rawMarkdown') return markerOf(node.textContent)
  if (node?.type.name !== 'orderedList') return undefined
  const nextMarker = fixedMarker(nodes, index + 1)
  if (nextMarker === '.') return ')'
  return nextMarker === ')' ? '.' : undefined
}

/** For each node the index of the original block that it still is. */
function keptBlocks(nodes: readonly Node[], blocks: readonly BlockSource[]) {
  const kept: (number | undefined)[] = nodes.map(() => undefined)
  const isSame = (index: number, at: number) => blocks[at] && nodes[index]?.eq(blocks[at].node)
  let start = 0
  while (start < nodes.length && isSame(start, start)) kept[start] = start++
  let end = 0
  const most = Math.min(nodes.length, blocks.length) - start
  while (end < most && isSame(nodes.length - 1 - end, blocks.length - 1 - end)) {
    end++
    kept[nodes.length - end] = blocks.length - end
  }
  let next = start
  for (let index = start; index < nodes.length - end; index++) {
    const at = blocks.findIndex((_, at) => at >= next && at < blocks.length - end && isSame(index, at))
    if (at < 0) continue
    kept[index] = at
    next = at + 1
  }
  return kept
}

/** What a link such as `[text][name]` leads to is in a block of its own: without it the source means something else. */
function withoutChangedDefinitions(
  nodes: readonly Node[],
  blocks: readonly BlockSource[],
  kept: (number | undefined)[],
) {
  const isRaw = (node: Node | undefined) => node?.type.name === 'rawMarkdown'
  const isLost = blocks.some(({ node }, at) => isRaw(node) && !kept.includes(at))
  const isNew = nodes.some((node, index) => isRaw(node) && kept[index] === undefined)
  return isLost || isNew ? kept.map((at, index) => (isRaw(nodes[index]) ? at : undefined)) : kept
}

/** A code block without an end would swallow what comes after it. */
function isUnfinished(node: Node, source: string) {
  const isClosed = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:.*\n)? {0,3}\1(?:`*|~*)[ \t]*$/s.test(source)
  return node.type.name === 'codeBlock' && !isClosed && !/^( {4}|\t)/.test(source)
}

/** Not where it would continue the list before it. */
function canMove(source: string, before: string) {
  const marker = markerOf(source)
  return !/^[ \t]/.test(source) && (marker === undefined || marker !== markerOf(before))
}

function endOf({ text, blocks }: ReadDocument) {
  return text.slice(blocks.reduce((length, { gap, source }) => length + gap.length + source.length, 0))
}
