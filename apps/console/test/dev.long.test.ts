import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '@atrium/testing/wait-until'
import { createInstallation, waitUntilStopped } from './atrium.ts'

const installation = await createInstallation()
const { dataFolder, identityUrl, tasksUrl } = installation
const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
let output = ''
const dev: ChildProcess = spawn(process.execPath, [pathOf('dev/dev.ts')], {
  cwd: tmpdir(),
  env: installation.environment,
  stdio: ['ignore', 'pipe', 'inherit'],
})
dev.stdout?.on('data', text => {
  output += text
})
await waitUntil(() => output.includes('ready for development'))

test('pages and modules of the web applications come from Vite, at the addresses of the services', async () => {
  const page = await fetch(`${tasksUrl}/app/board/1`, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.match(await page.text(), /@vite\/client/)
  const module = await fetch(`${tasksUrl}/app/src/main.tsx`)
  assert.match(module.headers.get('content-type') ?? '', /javascript/)
})

test('the service decides who can open a page, and answers everything else', async () => {
  const page = await fetch(`${identityUrl}/admin`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  assert.equal(page.status, 302)
  assert.equal((await fetch(`${tasksUrl}/project`)).status, 401)
})

test('a service whose source changes restarts, and requests wait for it', async () => {
  const now = new Date()
  utimesSync(pathOf('../tasks/src/main.ts'), now, now)
  await waitUntil(() => output.includes('tasks    │ restarting…'))
  assert.equal((await fetch(`${tasksUrl}/healthz`)).status, 200)
  assert.ok(!output.includes('identity │ restarting…'))
})

test('Ctrl+C stops everything', async () => {
  dev.kill('SIGINT')
  assert.deepEqual(await once(dev, 'exit'), [0, null])
  await waitUntilStopped(dataFolder)
})
