import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { after, test } from 'node:test'
import type { MarkdownNode } from '../src/features/tasks/markdown/markdown.ts'

// Before the parser is loaded: only code that is compiled from now on counts its blocks.
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
// Other test files follow in the same process, and counting makes all code slow.
after(async () => {
  await session.post('Profiler.disable')
  session.disconnect()
})
const { readMarkdown } = await import('../src/features/tasks/markdown/markdown.ts')

/** How often blocks of the parser's code are executed: independent of the load of the machine. */
async function stepsOf(work: () => unknown) {
  await session.post('Profiler.takePreciseCoverage') // begins to count from nothing
  work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => /markdown-it|linkify-it|markdown\.ts/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0)
}

for (const part of [
  '*a_ ', // 40 kB of it once blocked a browser for 21 seconds
  '**a ',
  'a_ ',
  '[a',
  '![[]()',
  '[a](<b',
  '<!-- ',
  '`a``b',
  '~~a~ ',
  'a@b.',
  'http://a.',
  'www.a.',
  '> ',
  '&amp',
]) {
  test(`twice as much of "${part}" takes twice the work to parse, not four times`, async () => {
    const [once, twice] = [part.repeat(2000), part.repeat(4000)]
    readMarkdown(once)
    const steps = [await stepsOf(() => readMarkdown(once)), await stepsOf(() => readMarkdown(twice))]
    const [few = 0, many = 0] = steps
    assert.ok(few > 1000, 'the work is counted')
    assert.ok(many < 3 * few, `${few} steps, then ${many}`)
  })
}

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
