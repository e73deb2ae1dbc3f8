import { availableParallelism } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { globalSetup, globalTeardown } from './global-setup.ts'
import { useMemoryFolder } from './memory-folder.ts'
import { undocumentedResponses } from './responses.ts'
import { keepRecord } from './test-order.ts'

/**
 * Runs every service test, or those named, in as few processes as keep the machine busy; some tests only wait, so there
 * are more of them than cores. Loading a service takes longer than the tests of most files, so a process continues with
 * the next file.
 */
const workers = Math.min(8, availableParallelism() + 2)
const worker = fileURLToPath(new URL('test-worker.ts', import.meta.url))

const files = process.argv.slice(2)
if (files.length > 0) process.env.LONG_TESTS = '1'
useMemoryFolder()
await globalSetup()
try {
  const tests = run({
    files: Array.from({ length: workers }, () => worker),
    argv: files,
    execArgv: [`--import=${new URL('test-context.ts', import.meta.url)}`],
    concurrency: workers,
  })
  tests.on('test:fail', () => {
    process.exitCode = 1
  })
  await pipeline(tests.compose(new spec()), process.stdout, { end: false })
  keepRecord()
  const undocumented = undocumentedResponses()
  if (undocumented.length > 0) {
    console.error(`These responses are not in the API description:\n  ${undocumented.join('\n  ')}`)
    process.exitCode = 1
  }
} finally {
  await globalTeardown()
}
