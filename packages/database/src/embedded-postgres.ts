import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '@atrium/core/errors'
import { Client } from 'pg'
import {
  commandOfServer,
  createSocketFolder,
  giveFolderToServer,
  isAlive,
  postgresBinaries,
  runUnprivileged,
  socketFolderOf,
  spawnServer,
} from './postgres-process.ts'

const USER = 'atrium'
const OWNER_LOCK = 0x61747269
const STARTER = /atrium\.starter=(\d+)/ // in the command line, before the server accepts connections
const START_TIMEOUT_MS = 20_000

export interface EmbeddedPostgres {
  databaseUrl: (database: string) => string
  /** Resolves when the server ends unexpectedly. */
  lost: Promise<void>
  stop: () => Promise<void>
}

interface Options {
  /** Tests give up durability for speed. */
  durable?: boolean
  /** The limit of concurrent connections. */
  connections?: number
}

/** Starts the server of `folder`, creating the folder if there is none. One owner at a time. */
export async function startEmbeddedPostgres(
  folder: string,
  { durable = true, connections = 200 }: Options = {},
): Promise<EmbeddedPostgres> {
  const socketFolder = await createSocketFolder(folder)
  if (existsSync(folder)) await stopOrphan(folder, socketFolder)
  else await initialise(folder)

  const { postgres } = await postgresBinaries()
  const logFile = `${folder}.log`
  const starter = `${process.pid}-${randomUUID()}`
  const options = [...serverOptions(socketFolder, durable, connections), '-c', `atrium.starter=${starter}`]
  const { server, exited, owner } = await startServer(
    [postgres, '-D', folder, ...options],
    socketFolder,
    logFile,
  )
  await claimOwnership(owner, folder, starter)

  let isStopping = false
  const lost = new Promise<void>(resolve => {
    owner.on('error', () => {}).once('end', () => isStopping || resolve())
  })
  const stop = async () => {
    isStopping = true
    await owner.end().catch(() => {})
    server.stdin?.end()
    await exited
  }
  return { databaseUrl: database => databaseUrl(socketFolder, database), lost, stop }
}

/** The shared memory of a killed server is released a moment after it. */
async function startServer(command: string[], socketFolder: string, logFile: string) {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(100)) {
    const server = spawnServer(command, logFile)
    const exited = new Promise<void>(resolve => server.once('exit', () => resolve()))
    try {
      return { server, exited, owner: await waitForServer(socketFolder, logFile, exited) }
    } catch (error) {
      server.stdin?.end()
      const isInUse = (error as Error).message.includes('pre-existing shared memory block')
      if (!isInUse || Date.now() > deadline) throw error
    }
  }
}

/** Lets one of two processes that start at the same moment win; both reach the winner's server. */
async function claimOwnership(owner: Client, folder: string, starter: string) {
  const { rows } = await owner.query("select current_setting('atrium.starter') as starter")
  if (rows[0].starter === starter) return owner.query('select pg_advisory_lock($1)', [OWNER_LOCK])
  await owner.end()
  throw alreadyRunning(folder)
}

function alreadyRunning(folder: string) {
  return new StartRefused(`Atrium is already running on ${folder}`)
}

/** Whether the server of `folder` is running now. */
export async function isEmbeddedPostgresRunning(folder: string) {
  const client = await connectOnce(socketFolderOf(folder)).catch(() => undefined)
  await client?.end()
  return client !== undefined
}

/** The address of a database of `folder`, whether or not its server runs. */
export function embeddedDatabaseUrl(folder: string, database: string) {
  return databaseUrl(socketFolderOf(folder), database)
}

export async function ensureDatabase(url: string) {
  const name = new URL(url).pathname.slice(1)
  const maintenance = new Client({ connectionString: url.replace(`/${name}?`, '/postgres?') })
  await maintenance.connect()
  try {
    const { rowCount } = await maintenance.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await maintenance.query(`create database ${maintenance.escapeIdentifier(name)}`)
  } finally {
    await maintenance.end()
  }
}

/** On the same machine, a connection that takes seconds only means that the machine is very busy. */
function databaseUrl(socketFolder: string, database: string) {
  return `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}&connect_timeout=30`
}

async function initialise(folder: string) {
  const { initdb } = await postgresBinaries()
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  giveFolderToServer(unfinished)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  await runUnprivileged([initdb, '-D', unfinished, '-U', USER, '--auth=trust', ...locale])
  await rename(unfinished, folder)
}

function serverOptions(socketFolder: string, durable: boolean, connections: number) {
  const bufferMegabytes = Math.round(Math.min(1024, Math.max(128, totalmem() / 2 ** 20 / 8)))
  const options = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    `max_connections=${connections}`,
    `shared_buffers=${bufferMegabytes}MB`,
    `effective_cache_size=${bufferMegabytes * 3}MB`,
    'work_mem=16MB',
    'max_wal_size=2GB',
    'jit=off',
    'timezone=UTC',
    'log_min_messages=fatal', // violated constraints are the services' concern
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
  ]
  return options.flatMap(option => ['-c', option])
}

async function stopOrphan(folder: string, socketFolder: string) {
  const client = await connectOnce(socketFolder).catch(() => undefined)
  if (client) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [OWNER_LOCK])
    await client.end()
    if (!rows[0].free) throw alreadyRunning(folder)
  }
  // Both contain the process id of the server. Another process can have it by now, and PostgreSQL would mistake it.
  await releaseLock(folder, join(folder, 'postmaster.pid'))
  await releaseLock(folder, join(socketFolder, '.s.PGSQL.5432.lock'))
}

async function releaseLock(folder: string, lockFile: string) {
  const pid = Number((await readFile(lockFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return

  const command = await commandOfServer(folder, pid)
  const [, starter] = command.match(STARTER) ?? []
  if (starter && (await isAlive(Number(starter)))) throw alreadyRunning(folder)
  if (command) process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    if (!(await commandOfServer(folder, pid))) return rm(lockFile, { force: true })
  }
  throw new StartRefused(`An earlier database server (process ${pid}) of ${folder} does not stop`)
}

async function waitForServer(socketFolder: string, logFile: string, exited: Promise<void>) {
  let hasExited = false
  void exited.then(() => {
    hasExited = true
  })
  for (const deadline = Date.now() + START_TIMEOUT_MS * 3; Date.now() < deadline; await sleep(20)) {
    const client = await connectOnce(socketFolder).catch(() => undefined)
    if (client) return client
    if (hasExited) break
  }
  const log = await readFile(logFile, 'utf8').catch(() => '')
  const reason = log.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? 'see its log'
  throw new StartRefused(`The embedded database does not start: ${reason} (${logFile})`)
}

async function connectOnce(socketFolder: string) {
  const client = new Client({ connectionString: databaseUrl(socketFolder, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  return client
}
