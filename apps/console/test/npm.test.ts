import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '@atrium/testing/wait-until'
import { prepareInstallation } from '../src/installation.ts'
import {
  createInstallation,
  isListening,
  migratedDatabases,
  processesOf,
  waitUntilStopped,
} from './atrium.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const installation = await createInstallation(await migratedDatabases())
const { dataFolder, identityUrl, tasksUrl } = installation
const { environment } = await prepareInstallation(installation.environment)

/**
 * The number of workers with which a script gets each signal. The services share their code, so each is stopped in one
 * way; `npm run test:long` stops every script in both ways, with two workers.
 */
const scripts: { words: string[]; address: string; SIGTERM?: number; SIGKILL?: number }[] = [
  { words: ['start'], address: `${tasksUrl}/readyz`, SIGTERM: 1, SIGKILL: 2 },
  { words: ['run', 'identity'], address: `${identityUrl}/readyz`, SIGTERM: 2 },
  { words: ['run', 'tasks'], address: `${tasksUrl}/healthz`, SIGKILL: 1 },
]

for (const { words, address, ...signals } of scripts) {
  const command = `npm ${words.join(' ')}`
  const workersOf = (signal: 'SIGTERM' | 'SIGKILL') => (process.env.ALL_SCRIPTS ? 2 : signals[signal])

  test(`${command} shuts down gracefully when npm gets SIGTERM, and npm waits for it`, {
    skip: !workersOf('SIGTERM'),
  }, async () => {
    const { npm, ended } = await runNpm(words, address, workersOf('SIGTERM'))
    npm.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.deepEqual(processesOf(dataFolder), [])
    assert.equal(await isListening(address), false)
  })

  test(`${command} leaves no process running when npm is killed`, {
    skip: !workersOf('SIGKILL'),
  }, async () => {
    const { npm, ended } = await runNpm(words, address, workersOf('SIGKILL'))
    npm.kill('SIGKILL')
    await ended
    await waitUntilStopped(dataFolder)
  })
}

async function runNpm(words: string[], address: string, workers = 1) {
  const npm = spawn('npm', ['--prefix', root, '-s', ...words], {
    env: { ...environment, DRAIN_SECONDS: '0', WORKERS: String(workers) },
    stdio: 'ignore',
  })
  const ended = once(npm, 'exit')
  await waitUntil(async () => {
    assert.equal(npm.exitCode, null, 'npm ended')
    return isListening(address)
  })
  return { npm, ended }
}
