import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { prepareInstallation } from '../src/installation.ts'
import { createInstallation, isListening, processesOf, waitUntilStopped } from './atrium.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const installation = await createInstallation({
  IDENTITY_DATABASE_URL: await createTestDatabase('identity'),
  TASKS_DATABASE_URL: await createTestDatabase('tasks'),
})
const { dataFolder, identityUrl, tasksUrl } = installation
const { environment } = await prepareInstallation(installation.environment)

/** The services share their code, so each is stopped in one way; `npm run test:long` stops them in both. */
const scripts = [
  { words: ['start'], address: `${tasksUrl}/readyz`, signals: ['SIGTERM', 'SIGKILL'], workers: 2 },
  { words: ['run', 'identity'], address: `${identityUrl}/readyz`, signals: ['SIGTERM'], workers: 2 },
  { words: ['run', 'tasks'], address: `${tasksUrl}/healthz`, signals: ['SIGKILL'], workers: 1 },
]

for (const { words, address, signals, workers } of scripts) {
  const command = `npm ${words.join(' ')}`
  const isSkipped = (signal: string) => !process.env.ALL_SCRIPTS && !signals.includes(signal)

  test(`${command} shuts down gracefully when npm gets SIGTERM, and npm waits for it`, {
    skip: isSkipped('SIGTERM'),
  }, async () => {
    const { npm, ended } = await runNpm(words, address, workers)
    npm.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.deepEqual(processesOf(dataFolder), [])
    assert.equal(await isListening(address), false)
  })

  test(`${command} leaves no process running when npm is killed`, {
    skip: isSkipped('SIGKILL'),
  }, async () => {
    const { npm, ended } = await runNpm(words, address, workers)
    npm.kill('SIGKILL')
    await ended
    await waitUntilStopped(dataFolder)
  })
}

async function runNpm(words: string[], address: string, workers: number) {
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
