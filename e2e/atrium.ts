import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Two runs on one machine want two of them. */
const firstPort = Number(process.env.E2E_PORT ?? 4600)
const [IDENTITY_PORT, TASKS_PORT] = nextPorts(0)
const ports = { IDENTITY_PORT, TASKS_PORT }
export const identityUrl = `http://localhost:${ports.IDENTITY_PORT}`
export const tasksUrl = `http://localhost:${ports.TASKS_PORT}`
export const owner = { email: 'owner@example.org', password: 'a long enough passphrase' }

/** Those of another product beside the shared one. */
export function nextPorts(after: number) {
  return [String(firstPort + after), String(firstPort + 100 + after)] as const
}

/** One for all browser tests together; its sessions are refreshed all the time, and nobody may notice. */
export default function startShared() {
  // The workers read its mail from here.
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
  return startAtrium({
    ...ports,
    ATRIUM_DATA: process.env.E2E_DATA,
    OAUTH2_ACCESS_TOKEN_TTL: process.env.E2E_TOKEN_LIFE ?? '4',
  })
}

/** The whole product, started as a person starts it; answers how to stop it. A data folder of its own goes with it. */
export async function startAtrium(settings: Record<string, string>) {
  const dataFolder = settings.ATRIUM_DATA ?? mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
  const main = fileURLToPath(new URL('../apps/console/src/main.ts', import.meta.url))
  const atrium = spawn(process.execPath, [main, 'up'], {
    cwd: dataFolder,
    env: {
      ...process.env,
      ATRIUM_DATA: dataFolder,
      ATRIUM_OWNER_EMAIL: owner.email,
      ATRIUM_OWNER_PASSWORD: owner.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilReady(atrium)
  return async () => {
    const ended = new Promise(resolve => atrium.once('exit', resolve))
    atrium.kill('SIGTERM')
    await ended
    if (!settings.ATRIUM_DATA || settings.ATRIUM_DATA === process.env.E2E_DATA)
      rmSync(dataFolder, { recursive: true, force: true })
  }
}

function untilReady(atrium: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let output = ''
    const listen = (text: Buffer) => {
      output += text
      if (output.includes('Atrium is ready')) resolve()
    }
    atrium.stdout?.on('data', listen)
    atrium.stderr?.on('data', listen)
    atrium.once('exit', () => reject(new Error(`Atrium did not start: ${output}`)))
  })
}
