import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const identityUrl = 'http://localhost:4600'
export const tasksUrl = 'http://localhost:4700'
export const owner = { email: 'owner@example.org', password: 'a long enough passphrase' }

/** One for all browser tests together; its sessions are refreshed all the time, and nobody may notice. */
export default function startShared() {
  return startAtrium({ IDENTITY_PORT: '4600', TASKS_PORT: '4700', OAUTH2_ACCESS_TOKEN_TTL: '4' })
}

/** The whole product, started as a person starts it; answers how to stop it. */
export async function startAtrium(settings: Record<string, string>) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
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
