import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { longTest } from '@atrium/testing/long-test'
import { type MarkdownNode, readMarkdown } from '../src/features/tasks/markdown/markdown.ts'

const countingScript = new URL('count-markdown-steps.ts', import.meta.url)

longTest('twice as much of a text takes twice the work to parse, not four times', async () => {
  // In a process of its own: code that another test file has loaded in this one is not counted.
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(countingScript)])
  const counts: Record<string, [number, number]> = JSON.parse(stdout)
  for (const [part, [once, twice]] of Object.entries(counts)) {
    assert.ok(once > 1000, `the work of "${part}" is counted`)
    assert.ok(twice < 3 * once, `"${part}" takes ${once} steps, then ${twice}`)
  }
})

function shapeOf({ token, children }: MarkdownNode): unknown {
  return children.length > 0
    ? [token.tag || token.type, ...children.map(shapeOf)]
    : token.content || token.tag
}

function linksIn(text: string) {
  const found: unknown[] = []
  const look = ({ token, children }: MarkdownNode) => {
    if (token.type === 'link_open') found.push(token.attrGet('href'))
    children.forEach(look)
  }
  readMarkdown(text).forEach(look)
  return found
}

test('a text is parsed to a tree, and HTML in it stays text', () => {
  assert.deepEqual(readMarkdown('# A *b*\n\n<i>c</i>').map(shapeOf), [
    ['h1', ['inline', 'A ', ['em', 'b']]],
    ['p', ['inline', '<i>c</i>']],
  ])
})

test('addresses become links, file names do not', () => {
  assert.deepEqual(linksIn('See readme.md, https://a.org/b?c=1, (www.example.org/x). Ask ann@example.org.'), [
    'https://a.org/b?c=1',
    'http://www.example.org/x',
    'mailto:ann@example.org',
  ])
})
