import { globSync, writeFileSync } from 'node:fs'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runFolder } from './run-folder.ts'

/** For a file that hangs; generous, because a busy machine is slow. */
const FILE_TIMEOUT_MS = Number(process.env.FILE_MINUTES ?? 30) * 60_000

// Where localhost has two addresses, a process that is busy for a quarter of a second would give up on the first.
setDefaultAutoSelectFamilyAttemptTimeout(60_000)

/** Runs one test file after the other, as long as there are any that no other process has claimed. */
for (const file of testFiles()) {
  if (claim(file)) await runToItsEnd(file)
}

/**
 * The packages first: how statements are prepared can be tested only while the process knows few of them. Then the
 * console, whose files take longest, so that at the end no lane waits for another.
 */
function testFiles() {
  const named = process.argv.slice(2)
  const patterns = named.length
    ? named
    : [
        'packages/*/test/*.test.ts',
        'apps/{console,web,admin}/test/*.test.ts',
        'apps/{identity,tasks}/test/*.test.ts',
      ]
  // Long tests run with `npm run test:long`, which names them.
  const files = patterns
    .flatMap(pattern => globSync(pattern).sort())
    .filter(file => named.length > 0 || !file.endsWith('.long.test.ts'))
  if (!files.length) throw new Error(`There are no tests in ${named.join(' ')}`)
  return files
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

/** As a suite: its tests start when the whole file has been loaded. */
function runToItsEnd(file: string) {
  return new Promise<void>(resolve => {
    suite(file, { timeout: FILE_TIMEOUT_MS }, async () => {
      after(() => resolve())
      await import(pathToFileURL(file).href)
    })
  })
}
