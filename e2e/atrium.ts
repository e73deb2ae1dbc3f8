import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const identityUrl = 'http://localhost:4600'
export const tasksUrl = 'http://localhost:4700'
export const owner = { email: 'owner@example.org', password: 'a long enough passphrase' }

/** The whole product, started as a person starts it, for all browser tests together. */
export default async function startAtrium() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
  const console = spawn(
    process.execPath,
    [fileURLToPath(new URL('../apps/console/src/main.ts', import.meta.url)), 'up'],
    {
      cwd: dataFolder,
      env: {
        ...process.env,
        ATRIUM_DATA: dataFolder,
        IDENTITY_PORT: '4600',
        TASKS_PORT: '4700',
        ATRIUM_OWNER_EMAIL: owner.email,
        ATRIUM_OWNER_PASSWORD: owner.password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  await untilReady(console)
  return async () => {
    const ended = new Promise(resolve => console.once('exit', resolve))
    console.kill('SIGTERM')
    await ended
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

function untilReady(process: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let output = ''
    const listen = (text: Buffer) => {
      output += text
      if (output.includes('Atrium is ready')) resolve()
    }
    process.stdout?.on('data', listen)
    process.stderr?.on('data', listen)
    process.once('exit', () => reject(new Error(`Atrium did not start: ${output}`)))
  })
}
