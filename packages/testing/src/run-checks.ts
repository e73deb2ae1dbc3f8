import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/**
 * Runs the checks side by side; the output of each appears as a whole. Type checks keep their state, so that the next
 * one takes a fraction of the time. They use one thread each: several would compute most types once per thread.
 */
const checks = [
  ['tsc', ...types('services')],
  ['tsc', '-p', 'apps/web', ...types('web')],
  ['biome', 'check', '--error-on-warnings'],
  ['knip', '--no-config-hints'],
  ['tsc', '-p', 'apps/admin', ...types('admin')],
  ['tsc', '-p', 'packages/client', ...types('client')],
  ['tsc', '-p', 'packages/ui', ...types('ui')],
]
const AT_ONCE = 2

function types(name: string) {
  return ['--singleThreaded', '--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${name}.json`]
}

async function runAll() {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const [command = '', ...words] = next
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise(resolve => child.once('close', resolve))
    const output = await Promise.all([text(child.stdout), text(child.stderr)])
    if ((await ended) === 0) continue
    process.stdout.write(`${[command, ...words].join(' ')}\n${output.join('')}\n`)
    process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, runAll))
