import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Runs in parallel need different ports. */
const firstPort = Number(process.env.E2E_PORT ?? 4600)
const [IDENTITY_PORT, TASKS_PORT] = nextPorts(0)
const ports = { IDENTITY_PORT, TASKS_PORT }
export const identityUrl = `http://localhost:${ports.IDENTITY_PORT}`
export const tasksUrl = `http://localhost:${ports.TASKS_PORT}`
export const owner = { email: 'owner@example.org', password: 'a long enough passphrase' }

/** Ports for another installation next to the shared one. */
export function nextPorts(after: number) {
  return [String(firstPort + after), String(firstPort + 100 + after)] as const
}

/**
 * The installation shared by all browser tests. Access tokens expire within seconds, so sessions are renewed all the time,
 * but not before a busy machine has answered.
 */
export default function startShared() {
  // The workers read its emails from here.
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
  return startAtrium({
    ...ports,
    ATRIUM_DATA: process.env.E2E_DATA,
    OAUTH2_ACCESS_TOKEN_TTL: process.env.E2E_TOKEN_LIFE ?? '20',
    INTAKE_FORMS: 'on',
  })
}

/** Starts Atrium as a user would; returns a function that stops it and removes its data folder. */
export async function startAtrium(settings: Record<string, string>) {
  const dataFolder = settings.ATRIUM_DATA ?? mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
  const main = fileURLToPath(new URL('../apps/console/src/main.ts', import.meta.url))
  const atrium = spawn(process.execPath, [main, 'up'], {
    cwd: dataFolder,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
      ATRIUM_DATA: dataFolder,
      IDENTITY_TIMEOUT: '60', // a busy machine is slow
      ATRIUM_OWNER_EMAIL: owner.email,
      ATRIUM_OWNER_PASSWORD: owner.password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilReady(atrium)
  return async () => {
    const ended = new Promise(resolve => atrium.once('exit', resolve))
    atrium.kill('SIGTERM')
    await ended
    if (!settings.ATRIUM_DATA || settings.ATRIUM_DATA === process.env.E2E_DATA)
      rmSync(dataFolder, { recursive: true, force: true })
  }
}

function waitUntilReady(atrium: ChildProcess) {
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
