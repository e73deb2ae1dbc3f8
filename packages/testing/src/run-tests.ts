import { type Part, printResults, runParts } from './run-parts.ts'

/**
 * Runs everything that `npm test` runs. Service and browser tests overlap, because each waits where the other computes;
 * only what the service tests print appears at once.
 */
const prepare: Part[] = [
  { name: 'check', command: 'npm run -s check', output: 'if it fails' },
  { name: 'build', command: 'npm run -s build', output: 'if it fails' },
]
const tests: Part[] = [
  { name: 'services', command: 'npm run -s test:services', output: 'at once' },
  { name: 'browser', command: 'npm run -s test:browser', output: 'at the end' },
]

const results = await runParts(prepare, { atOnce: 2 })
if (results.every(({ isPassed }) => isPassed)) results.push(...(await runParts(tests, { atOnce: 2 })))
printResults(results)
