import { Session } from 'node:inspector/promises'

// Before the parser is loaded: only code that is compiled from now on counts its blocks.
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { readMarkdown } = await import('../src/features/tasks/markdown/markdown.ts')

/** Texts that made a parser do quadratic work, here or elsewhere. */
const parts = [
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
]

/** Counts how often blocks of the parser's code are executed, which the load of the machine does not change. */
async function stepsOf(text: string) {
  await session.post('Profiler.takePreciseCoverage') // begins to count from nothing
  readMarkdown(text)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => /markdown-it|linkify-it|markdown\.ts/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0)
}

const counts: Record<string, [number, number]> = {}
for (const part of parts) {
  const [once, twice] = [part.repeat(2000), part.repeat(4000)]
  readMarkdown(once)
  counts[part] = [await stepsOf(once), await stepsOf(twice)]
}
process.stdout.write(JSON.stringify(counts))
