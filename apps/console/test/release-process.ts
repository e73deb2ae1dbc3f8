import assert from 'node:assert/strict'
import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const isRoot = process.getuid?.() === 0

/** `daemon` exists on every Linux; PostgreSQL needs a named user. */
export const SERVICE_USER = 1

/** The words before a command that run it as a user who can't write to the archive's folder. */
export function asServiceUser() {
  if (!isRoot) return []
  return ['setpriv', `--reuid=${SERVICE_USER}`, `--regid=${SERVICE_USER}`, '--clear-groups']
}

/** The words before a command that run it in a network of its own, where only localhost exists. */
export function withoutNetwork() {
  const words = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  if (isRoot && run([...words, 'true'])[0] === 0) return words
  console.log('SKIPPED: that the archive starts offline is not tested, because this needs root and iproute2.')
  return []
}

/** Runs a command to its end: its exit code, output and error output. */
export function run([program = '', ...words]: string[], options: SpawnOptions = {}) {
  const { status, stdout, stderr } = spawnSync(program, words, { ...options, stdio: 'pipe' })
  return [status, String(stdout), String(stderr)] as const
}

/** Starts `atrium up` and waits until it is ready. */
export async function startAtrium([program = '', ...words]: string[], options: SpawnOptions = {}) {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const stderr = text(child.stderr)
  const ended = once(child, 'exit').then(async ([code]) => ({ code: code as number, stderr: await stderr }))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Atrium is ready')) return { child, output, ended }
  }
  throw new Error(`Atrium did not start: ${output}${await stderr}`)
}

const client = `
  const [url, options] = JSON.parse(process.argv[1])
  const response = await fetch(url, options)
  console.log(JSON.stringify({ status: response.status, body: await response.text() }))
`

/** A request in the network of a process. */
export function request(pid: number | undefined, url: string, options: RequestInit = {}) {
  const enter = isRoot && pid ? ['nsenter', `--net=/proc/${pid}/ns/net`] : []
  const node = [process.execPath, '--input-type=module', '--eval', client, JSON.stringify([url, options])]
  const [program = '', ...words] = [...enter, ...node]
  return JSON.parse(execFileSync(program, words, { encoding: 'utf8' })) as { status: number; body: string }
}

/** With what the first start has printed. */
export function signInAsOwner(output: string, port: number, pid?: number) {
  const [, username, password] = output.match(/Sign in as (\S+) with the password (\S+)\n/) ?? []
  const { status } = request(pid, `http://localhost:${port}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  assert.equal(status, 200)
}
