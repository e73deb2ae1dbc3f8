import type { Member } from '@atrium/tasks/projects/member.contract'
import { diffArrays } from 'diff'
import { type MarkdownNode, readMarkdown } from '../markdown/markdown.ts'
import { toReadable } from '../markdown/mentions.ts'

export interface TextPart {
  text: string
  change: 'added' | 'removed' | null
}

/** Two texts that have hardly anything in common are compared for so long at most. */
const TIMEOUT_MS = 500

/** Which words were added and removed; undefined if the texts differ so much that it would take too long. */
export function wordDifference(before: string, after: string, timeout = TIMEOUT_MS): TextPart[] | undefined {
  return diffArrays(wordsIn(before), wordsIn(after), { timeout })?.map(({ value, added, removed }) => ({
    text: value.join(''),
    change: added ? 'added' : removed ? 'removed' : null,
  }))
}

/** The words of any script, with what is between them. */
function wordsIn(text: string) {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

/** The text of Markdown as people see it: without its marks, and with the names of those it mentions. */
export function readableText(markdown: string, members: Member[] = []) {
  return toReadable(readMarkdown(markdown).flatMap(linesOf).join('\n'), members)
}

function linesOf(node: MarkdownNode): string[] {
  const { token, children } = node
  if (token.type === 'inline') return [children.map(wordsOf).join('')]
  if (token.type === 'fence' || token.type === 'code_block') return [token.content.trimEnd()]
  if (token.type === 'tr_open') return [children.flatMap(linesOf).join(' | ')]
  const lines = children.flatMap(linesOf)
  if (token.type !== 'list_item_open') return lines
  return lines.map((line, index) => (index === 0 ? `• ${line}` : `  ${line}`))
}

function wordsOf({ token, children }: MarkdownNode): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
  return children.length > 0 ? children.map(wordsOf).join('') : token.content
}
