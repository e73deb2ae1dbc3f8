import { globSync, writeFileSync } from 'node:fs'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { endProcess, expectSeveralFiles } from './process-end.ts'
import { runFolder } from './run-folder.ts'
import { longestFirst, recordSeconds } from './test-order.ts'

/** For a file that hangs; generous, because a busy machine is slow. */
const FILE_TIMEOUT_MS = Number(process.env.FILE_MINUTES ?? 30) * 60_000

// Where localhost has two addresses, a process that is busy for a quarter of a second would give up on the first.
setDefaultAutoSelectFamilyAttemptTimeout(60_000)

// Property tests get the same examples in every run: a rare one must not fail an unrelated change.
if (!process.env.NEW_EXAMPLES) fc.configureGlobal({ seed: 1 })

expectSeveralFiles()

/** Runs one test file after the other, as long as there are any that no other process has claimed. */
for (const file of testFiles()) {
  if (claim(file)) await runToItsEnd(file)
}
await endProcess()

/** Returns the named test files, or all; long ones run with `npm run test:long`, which names them. */
function testFiles() {
  const named = process.argv.slice(2)
  if (!named.length) return allTestFiles()
  const files = named.flatMap(pattern => globSync(pattern).sort())
  if (!files.length) throw new Error(`There are no tests in ${named.join(' ')}`)
  return files
}

function allTestFiles() {
  const files = globSync('{packages,apps}/*/test/**/*.test.ts').filter(
    file => !file.endsWith('.long.test.ts'),
  )
  return inShard([...files.filter(isFirst), ...longestFirst(files.filter(file => !isFirst(file)))])
}

/** Returns the part of the files that this machine runs: `TEST_SHARD=1/2` is the first half, about as long as the second. */
function inShard(files: string[]) {
  const { TEST_SHARD: shard = '1/1' } = process.env
  const [number, count] = shard.split('/').map(Number)
  if (!number || !count || number > count)
    throw new Error(`TEST_SHARD is ${shard}, but it should be like 1/2`)
  return files.filter((_, index) => index % count === number - 1)
}

/** Whether a file tests how statements are prepared, which it can only while the process knows few of them. */
function isFirst(file: string) {
  return file.startsWith('packages/database/')
}

function claim(file: string) {
  try {
    writeFileSync(join(runFolder(), `${file.replaceAll('/', ' ')} is claimed`), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Runs a file as a suite: its tests start when the whole file has been loaded. */
function runToItsEnd(file: string) {
  const start = performance.now()
  return new Promise<void>(resolve => {
    suite(file, { timeout: FILE_TIMEOUT_MS }, async () => {
      try {
        await import(pathToFileURL(file).href)
      } finally {
        // Added last, so that it runs when the file has cleaned up after itself.
        after(() => {
          recordSeconds(file, (performance.now() - start) / 1000)
          resolve()
        })
      }
    })
  })
}
