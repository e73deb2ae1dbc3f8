import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@atrium/core/errors'
import type { Installation } from './installation.ts'
import { keepLog } from './rotating-log.ts'

export interface ServiceProcess {
  name: string
  /** Resolves when the process ends, whoever ended it. */
  ended: Promise<void>
  stop: () => Promise<void>
}

/**
 * A service in a process group of its own (Ctrl-C reaches us alone, and we stop things in order). The channel
 * between us closes when we are killed: the service notices and stops by itself.
 */
export async function startService(
  name: 'identity' | 'tasks',
  installation: Installation,
): Promise<ServiceProcess> {
  const main = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: installation.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (child.stdout) keepLog(child.stdout, join(installation.dataFolder, 'logs', `${name}.log`))
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await untilReady(name, child)
  child.stderr?.pipe(process.stderr)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { name, ended, stop }
}

function untilReady(name: string, child: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let complaint = ''
    const listen = (text: Buffer) => {
      complaint += text
    }
    child.stderr?.on('data', listen)
    child.once('message', () => {
      child.stderr?.off('data', listen)
      resolve()
    })
    child.once('exit', () =>
      reject(new StartRefused(complaint.trim() || `The ${name} service stopped while starting.`)),
    )
  })
}
