import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '@atrium/testing/free-port'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { waitUntil } from '@atrium/testing/wait-until'
import { SMTPServer } from 'smtp-server'
import { startIdentity } from '../identity-service.ts'
import { createUser } from '../people.ts'

test('every line that a service prints while its database is unavailable is a line of its log', async () => {
  const identity = await startIdentity()
  const databaseUrl = identity.deps.settings.IDENTITY_DATABASE_URL
  const proxy = await openTcpProxy({ path: socketPathOf(databaseUrl) })
  await proxy.listen()
  const mail = await startSlowMailServer()
  const printed = await startService({
    ...identity.deps.settings,
    IDENTITY_PORT: await freePort(),
    LOG_LEVEL: 'info',
    WORKERS: 1,
    IDENTITY_DATABASE_URL: urlThroughProxy(proxy.port, databaseUrl),
    MAIL_URL: `smtp://127.0.0.1:${mail.port}`,
  })
  await createUser(identity)
  await mail.begun
  proxy.cut()
  mail.accept() // how the job ended cannot be recorded now
  await waitUntil(() => printed.all().includes('Failed to complete jobs'))
  await proxy.listen()
  await waitUntil(() => /Failed to complete jobs[\s\S]*a new job runner took over/.test(printed.all()))
  for (const line of printed.all().split('\n').slice(0, -1)) {
    const { service, time, level, msg } = JSON.parse(line)
    assert.deepEqual(
      [service, typeof time, typeof level, typeof msg],
      ['identity', 'string', 'number', 'string'],
    )
  }
})

/** Takes an email, but says so only when the test wants. */
async function startSlowMailServer() {
  const port = await freePort()
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.resume().once('end', async () => {
        begun.resolve()
        await mayEnd.promise
        done()
      })
    },
  })
  server.listen(port, '127.0.0.1')
  after(() => void server.close())
  return { port, begun: begun.promise, accept: mayEnd.resolve }
}

/** The real service in a process, and everything that it has printed. */
async function startService(settings: object) {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const environment = Object.entries(settings).map(([name, value]) => [name, String(value)])
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', ...Object.fromEntries(environment) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  after(() => child.kill('SIGKILL'))
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', text => {
      printed += text
    })
  }
  const ended = once(child, 'exit').then(() => assert.fail(printed))
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {}) // killed at the end
  return { all: () => printed }
}
