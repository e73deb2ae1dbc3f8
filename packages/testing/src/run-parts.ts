import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** A part of a test run: a command with settings. */
export interface Part {
  name: string
  command: string
  environment?: Record<string, string>
  /** When its output appears. A part that fails prints it last, with the results. */
  output: 'at once' | 'at the end' | 'if it fails'
}

export interface Result {
  name: string
  isPassed: boolean
  seconds: number
  printed: string
}

/** Runs parts, some at the same time, and sets the exit code if one fails. */
export async function runParts(parts: readonly Part[], { atOnce }: { atOnce: number }) {
  const waiting = [...parts]
  const results: Result[] = []
  const runNext = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) results.push(await runPart(part))
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  if (results.some(({ isPassed }) => !isPassed)) process.exitCode = 1
  return results
}

async function runPart({ name, command, environment, output }: Part): Promise<Result> {
  const start = performance.now()
  const child = spawn(command, {
    shell: true,
    stdio: output === 'at once' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  const streams = [child.stdout, child.stderr].filter(stream => stream !== null)
  const printed = (await Promise.all(streams.map(text))).join('')
  const isPassed = (await ended) === 0
  if (output === 'at the end' && isPassed) process.stdout.write(printed)
  return { name, isPassed, seconds: (performance.now() - start) / 1000, printed }
}

/** Prints the outcome of each part, after the output of those that failed: a reader of a long log starts at its end. */
export function printResults(results: readonly Result[]) {
  printFailures(results)
  for (const { name, isPassed, seconds } of results) {
    console.log(`${isPassed ? '✔' : '✖'} ${name}: ${Math.round(seconds)} s`)
  }
}

export function printFailures(results: readonly Result[]) {
  for (const { isPassed, printed } of results) if (!isPassed) process.stdout.write(printed)
}
