import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '@atrium/testing/free-port'
import { prepareInstallation } from '../apps/console/src/installation.ts'
import type { BenchAtrium } from './atrium.ts'

const main = fileURLToPath(new URL('../apps/tasks/src/main.ts', import.meta.url))

/** Starts another task service on the same database, in a process whose memory can be measured. */
export async function startSecondInstance({ dataFolder, identityUrl, tasksUrl }: BenchAtrium) {
  const port = await freePort()
  const { environment } = await prepareInstallation({
    ...process.env,
    ATRIUM_DATA: dataFolder,
    IDENTITY_PORT: new URL(identityUrl).port,
    TASKS_PORT: new URL(tasksUrl).port,
    RATE_LIMIT: 'off',
  })
  const child = spawn(process.execPath, [main], {
    env: { ...environment, TASKS_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await Promise.race([
    new Promise(resolve => child.once('message', resolve)),
    ended.then(() => {
      throw new Error('The second task service stopped while starting')
    }),
  ])
  const residentMegabytes = () => {
    const [, kilobytes] = readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m) ?? []
    return Number(kilobytes) / 1024
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://localhost:${port}`, residentMegabytes, stop }
}
