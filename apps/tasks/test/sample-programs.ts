import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'

/** Starts a program that ends with the test. */
export function startProgram(program: string, words: string[], env = process.env) {
  const child: ChildProcess = spawn(program, words, {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  after(() => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid)
  })
  return { process: child, output: () => output }
}

export function isAnswering(address: string) {
  return fetch(address, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}
