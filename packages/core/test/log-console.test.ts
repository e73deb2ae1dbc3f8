import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const log = new URL('../src/logger.ts', import.meta.url)
const logConsole = new URL('../src/log-console.ts', import.meta.url)

/** In a process of its own, whose console and warnings become lines of the log. */
function runLogged(code: string) {
  const script = `import { createLogger } from '${log}'; import { logConsole } from '${logConsole}'
    logConsole(createLogger('sample', 'debug')); ${code}`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', script],
    { encoding: 'utf8' },
  )
  const lines = stdout.trimEnd().split('\n')
  return { status, stderr, lines: lines.map(line => JSON.parse(line)) }
}

test('what is printed, warned of and not caught becomes a line of the log', () => {
  const { status, stderr, lines } = runLogged(`
    console.error('attempt %d failed', 2, new Error('gone'))
    console.trace(new Error('exited'))
    console.log({ some: 'object' })
    process.emitWarning('old', 'DeprecationWarning')
    setTimeout(() => Promise.reject(new Error('unexpected')), 10)`)
  assert.deepEqual([status, stderr], [1, ''])
  const facts = lines.map(({ level, service, msg, err }) => [level, service, msg, err?.message])
  assert.deepEqual(facts, [
    [50, 'sample', 'attempt 2 failed', 'gone'],
    [40, 'sample', 'exited', 'exited'],
    [30, 'sample', "{ some: 'object' }", undefined],
    [40, 'sample', 'old', 'old'],
    [60, 'sample', 'the service crashed', 'unexpected'],
  ])
  assert.match(lines[1].err.stack, /Error: exited\n/)
})
