import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const ROOT = '/usr/lib/postgresql'
const START_MS = 120_000

/** Where the programs of Debian's PostgreSQL are, which include those for copies that the embedded one lacks. */
export function findPostgres() {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((one, other) => Number(other) - Number(one)) : []
  return versions
    .map(version => join(ROOT, version, 'bin'))
    .find(bin => existsSync(join(bin, 'pg_basebackup')))
}

function requirePostgres() {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed')
  return bin
}

type DebianPostgres = ReturnType<typeof createDebianPostgres>
type PostgresServer = ReturnType<DebianPostgres['server']>

/** A folder for servers, owned by the user that runs them: PostgreSQL refuses to run as root. */
export function createDebianPostgres() {
  const bin = requirePostgres()
  const folder = mkdtempSync(join(tmpdir(), 'atrium-postgres-'))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (user) chownSync(folder, user.uid, user.gid)

  const run = (program: string, ...words: string[]) =>
    execFileSync(join(bin, program), words, { ...user, cwd: folder, encoding: 'utf8', stdio: 'pipe' })

  /** A server whose files are in `name`, which exists or is created by `initialise` or `pg_basebackup`. */
  function server(name: string, port: number) {
    const data = join(folder, name)
    const own = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    let exited: Promise<unknown> = Promise.resolve()

    return {
      data,
      port,
      initialise: () =>
        run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'),
      configure: (settings: Record<string, string>) => {
        const lines = Object.entries(settings).map(
          ([key, value]) => `${key} = '${value.replaceAll("'", "''")}'\n`,
        )
        appendFileSync(join(data, 'postgresql.conf'), `\n${lines.join('')}`)
      },
      /** Its next start replays the archive. */
      recover(settings: Record<string, string>) {
        this.configure(settings)
        writeFileSync(join(data, 'recovery.signal'), '')
      },
      async start() {
        const log = openSync(`${data}.log`, 'a')
        const words = [
          '-D',
          data,
          '-p',
          String(port),
          '-c',
          `unix_socket_directories=${folder}`,
          '-c',
          'max_connections=200',
        ]
        const child = spawn(join(bin, 'postgres'), words, {
          ...user,
          cwd: folder,
          stdio: ['ignore', log, log],
        })
        exited = once(child, 'exit')
        for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
          if (child.exitCode !== null) break
          if (isReady()) return
        }
        throw new Error(`PostgreSQL does not start:\n${readFileSync(`${data}.log`, 'utf8').slice(-2000)}`)
      },
      query: (text: string, database = 'postgres') =>
        run('psql', ...own, '-XAtq', '-d', database, '-c', text).trim(),
      run: (program: string, ...words: string[]) => run(program, ...own, ...words),
      async stop() {
        signal('SIGINT')
        await exited
      },
      /** All of its processes, as when the machine loses power. */
      async kill() {
        const pid = processId()
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
        for (const each of [pid, ...children.map(Number)]) signal('SIGKILL', each)
        await exited
      },
    }

    function isReady() {
      try {
        run('pg_isready', '-q', '-h', '127.0.0.1', '-p', String(port))
        return true
      } catch {
        return false
      }
    }

    function processId() {
      const file = join(data, 'postmaster.pid')
      return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    }

    function signal(name: NodeJS.Signals, pid = processId()) {
      try {
        if (pid) process.kill(pid, name)
      } catch {
        // it has ended already
      }
    }
  }

  return { folder, server, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * A primary, and a standby that confirms every commit, as docs/operations.md describes them. Both have the databases of
 * Atrium.
 */
export async function startReplicatedPostgres() {
  const postgres = createDebianPostgres()
  const primary = postgres.server('primary', await freePort())
  const standby = postgres.server('standby', await freePort())
  primary.initialise()
  primary.configure({ listen_addresses: '127.0.0.1' })
  await primary.start()
  for (const name of ['identity', 'tasks']) primary.run('createdb', '-E', 'UTF8', '-T', 'template0', name)
  await followPrimary(primary, standby)
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  return {
    primary,
    standby,
    databaseUrl: (name: string) => `postgres://postgres@${hosts}/${name}?target_session_attrs=read-write`,
    async stop() {
      for (const server of [standby, primary]) await server.stop()
      postgres.remove()
    },
  }
}

/** What `-R` writes goes to postgresql.auto.conf, which overrides postgresql.conf: so the name is part of the address. */
async function followPrimary(primary: PostgresServer, standby: PostgresServer) {
  const address = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  primary.run('pg_basebackup', '-d', address, '-D', standby.data, '-c', 'fast', '-R', '-C', '-S', 'standby')
  await standby.start()
  primary.query("alter system set synchronous_standby_names = 'standby'")
  primary.query('select pg_reload_conf()')
  const isInSync = () => primary.query('select sync_state from pg_stat_replication') === 'sync'
  for (const deadline = Date.now() + START_MS; !isInSync(); await sleep(100))
    if (Date.now() > deadline) throw new Error('The standby does not become synchronous')
}

function idOf(option: string) {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}
