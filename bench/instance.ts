import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '@atrium/testing/free-port'
import { prepareInstallation } from '../apps/console/src/installation.ts'
import type { BenchAtrium } from './atrium.ts'

/** Starts another instance of a service on the same database. */
export async function startInstance({ env }: BenchAtrium, service: 'identity' | 'tasks') {
  const port = await freePort()
  const { environment } = await prepareInstallation(env)
  const main = fileURLToPath(new URL(`../apps/${service}/src/main.ts`, import.meta.url))
  const start = performance.now()
  const child = spawn(process.execPath, [main], {
    env: { ...environment, [`${service.toUpperCase()}_PORT`]: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await Promise.race([
    new Promise(resolve => child.once('message', resolve)),
    ended.then(() => {
      throw new Error(`The second ${service} service stopped while starting`)
    }),
  ])
  const startSeconds = (performance.now() - start) / 1000
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://localhost:${port}`, pid: child.pid as number, startSeconds, stop }
}
