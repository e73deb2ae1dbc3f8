import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes of a service below this one: one, or its supervisor and workers. */
export function processesOf(pid: number, service: 'identity' | 'tasks') {
  return descendants(pid).filter(child => readProcess(child, 'cmdline').includes(`apps/${service}/src/`))
}

/** The server of an installation, its backends and its background processes. */
export function databaseProcessesOf(dataFolder: string) {
  const [line = ''] = readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const server = Number(line)
  return [server, ...descendants(server)]
}

function descendants(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return children.flatMap(child => [child, ...descendants(child)])
}

/** Empty if the process has just ended, as those of the database do at any time. */
function readProcess(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** In MB. PSS divides pages that processes share, such as the Node binary, among them. */
export function memoryOf(pids: number[]) {
  const sum = (name: string) =>
    pids.reduce((total, pid) => {
      const [, kilobytes] =
        readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(new RegExp(`^${name}:\\s+(\\d+)`, 'm')) ?? []
      return total + Number(kilobytes) / 1024
    }, 0)
  return { rss: sum('Rss'), pss: sum('Pss') }
}

/** CPU time so far in microseconds, which Linux counts in hundredths of a second, with that of children that have ended. */
export function cpuTimeOf(pids: number[]) {
  return pids.reduce((total, pid) => {
    const stat = readProcess(pid, 'stat')
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return total + times.reduce((sum, time) => sum + Number(time), 0) * 10_000
  }, 0)
}
