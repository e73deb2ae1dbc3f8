import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres, startReplicatedPostgres } from '@atrium/testing/debian-postgres'
import type { Scenario } from '../scenario.ts'

const DISK = '400m'
const RESTART_PAUSE_MS = 5000
/** Until the administrator, or a tool such as Patroni, is sure that the primary is gone. */
const PROMOTION_PAUSE_MS = 5000
const FREEZE_MS = 20_000
const FULL_MS = 20_000

export const databaseScenarios: Record<string, Scenario> = {
  'kill-database': {
    title: 'kill -9 of PostgreSQL',
    about: 'The database server is killed and started again after five seconds.',
    prepare: () => ({
      async harm(cluster) {
        process.kill(cluster.databaseProcess(), 'SIGKILL')
        await sleep(RESTART_PAUSE_MS)
        await cluster.restartDatabase()
        return performance.now()
      },
    }),
  },
  'freeze-database': {
    title: 'PostgreSQL frozen for 20 s',
    about: 'All processes of the database server are stopped (SIGSTOP) and continued.',
    prepare: () => ({
      async harm(cluster) {
        const pid = cluster.databaseProcess()
        // The server first, which then starts no more processes.
        process.kill(pid, 'SIGSTOP')
        const processes = [...childrenOf(pid), pid]
        for (const each of processes) signal(each, 'SIGSTOP')
        await sleep(FREEZE_MS)
        for (const each of processes) signal(each, 'SIGCONT')
        return performance.now()
      },
    }),
  },
  failover: {
    title: 'kill -9 of the primary, with a standby',
    about:
      'Of two PostgreSQL servers with synchronous replication, the primary is killed for good; the standby is promoted after five seconds.',
    skip: () => (findPostgres() ? undefined : "Debian's postgresql is not installed"),
    async prepare() {
      const { primary, standby, databaseUrl, stop } = await startReplicatedPostgres()
      return {
        options: { databaseUrl },
        async harm() {
          await primary.kill()
          await sleep(PROMOTION_PAUSE_MS)
          standby.query('select pg_promote()')
          return performance.now()
        },
        clean: stop,
      }
    },
  },
  'full-disk': {
    title: 'Full disk for 20 s',
    about:
      'The disk of the database is filled up and freed again; the server is restarted if it has stopped.',
    skip: () => cannotMount(),
    prepare() {
      const disk = mkdtempSync(join(tmpdir(), 'atrium-disk-'))
      mount(disk)
      return {
        options: { databaseFolder: join(disk, 'postgres') },
        async harm(cluster) {
          const filler = join(disk, 'filler')
          const pid = cluster.databaseProcess()
          const filling = setInterval(() => fill(filler), 100)
          await sleep(FULL_MS)
          clearInterval(filling)
          rmSync(filler)
          const freedAt = performance.now()
          if (!signal(pid, 0)) await cluster.restartDatabase()
          return freedAt
        },
        clean() {
          execFileSync('umount', [disk])
          rmSync(disk, { recursive: true })
        },
      }
    },
  },
}

function childrenOf(pid: number) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** A process may have ended just now. */
function signal(pid: number, name: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function mount(folder: string) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=777`, 'tmpfs', folder], { stdio: 'pipe' })
}

function cannotMount() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-disk-'))
  try {
    mount(folder)
    spawnSync('umount', [folder])
    return undefined
  } catch {
    return 'a small disk cannot be mounted without root'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Again and again, because the server frees some of its own space. */
function fill(file: string) {
  const { bavail, bsize } = statfsSync(join(file, '..'))
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize), { flag: 'a' })
  } catch {
    // full
  }
}
