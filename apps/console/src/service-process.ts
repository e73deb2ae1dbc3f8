import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@atrium/core/errors'
import type { Installation } from './installation.ts'
import { keepLog } from './rotating-log.ts'

export interface ServiceProcess {
  name: string
  /** Resolves when the process ends, for any reason. */
  ended: Promise<void>
  /** One after the other, without interrupting the service. */
  restartWorkers: () => void
  /** Whether the service answered all of its requests before it ended. */
  stop: () => Promise<boolean>
}

/**
 * How glibc allocates memory. A board of thousands of cards is an answer of megabytes, whose memory returns to the system
 * at once. Not in the identity service, where each password hash takes 19 MB and the next one uses them again.
 */
const allocation = {
  identity: {},
  tasks: { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' },
}

/**
 * Starts a service in its own process group: Ctrl-C reaches only this process, which stops everything in order. When
 * this process is killed, the IPC channel closes and the service stops.
 */
export async function startService(
  name: 'identity' | 'tasks',
  installation: Installation,
  takeLog = (output: Readable) => keepLog(output, join(installation.dataFolder, 'logs', `${name}.log`)),
): Promise<ServiceProcess> {
  const main = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...allocation[name], ...installation.environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (child.stdout) takeLog(child.stdout)
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await untilReady(name, child)
  child.stderr?.pipe(process.stderr)
  const stop = async () => {
    const wasRunning = child.kill('SIGTERM')
    await ended
    return !wasRunning || child.exitCode === 0
  }
  return { name, ended, restartWorkers: () => void child.kill('SIGHUP'), stop }
}

function untilReady(name: string, child: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let errorOutput = ''
    const listen = (text: Buffer) => {
      errorOutput += text
    }
    child.stderr?.on('data', listen)
    child.once('message', () => {
      child.stderr?.off('data', listen)
      resolve()
    })
    child.once('exit', () =>
      reject(new StartRefused(errorOutput.trim() || `The ${name} service stopped while starting.`)),
    )
  })
}
