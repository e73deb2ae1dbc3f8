import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@atrium/core/errors'
import { Client } from 'pg'
import {
  type EmbeddedPostgres,
  embeddedDatabaseUrl,
  ensureDatabase,
  isEmbeddedPostgresRunning,
  startEmbeddedPostgres,
} from '../src/embedded-postgres.ts'

const home = mkdtempSync(join(tmpdir(), 'atrium-embedded-'))
const folder = join(home, 'postgres')
const servers: EmbeddedPostgres[] = []
after(async () => {
  for (const server of servers) await server.stop()
  rmSync(home, { recursive: true, force: true })
})

test('the first start creates the folder, the second finds its data', async () => {
  mkdirSync(`${folder}.new`)
  writeFileSync(join(`${folder}.new`, 'PG_VERSION'), 'of a start that was interrupted')
  const first = await start()
  await query(first, 'create table notes (note text)')
  await query(first, `insert into notes values ('kept')`)
  await first.stop()
  assert.equal(await isEmbeddedPostgresRunning(folder), false)

  const second = await start()
  assert.deepEqual(await query(second, 'select note from notes'), [{ note: 'kept' }])
  await second.stop()
})

test('only the owner can read the folder and connect to the socket', async () => {
  const server = await start()
  assert.equal(new URL(server.databaseUrl('any')).searchParams.get('host'), `${folder}.run`)
  for (const path of [folder, `${folder}.run`]) assert.equal(statSync(path).mode & 0o777, 0o700)
  assert.equal(statSync(`${folder}.log`).mode & 0o777, 0o600)
  await server.stop()
})

test('a database is created once and has a stable URL', async () => {
  const server = await start()
  const url = embeddedDatabaseUrl(folder, 'things')
  assert.equal(url, server.databaseUrl('things'))
  await ensureDatabase(url)
  await ensureDatabase(url)
  assert.deepEqual(await query(server, 'select current_database() as name', 'things'), [{ name: 'things' }])
  assert.equal(await isEmbeddedPostgresRunning(folder), true)
  await server.stop()
})

test('a second owner is refused with a clear message and does no harm', async () => {
  const server = await start()
  await assert.rejects(startEmbeddedPostgres(folder), refusedWith(`Atrium is already running on ${folder}`))
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

test('of several concurrent starts one succeeds and the others are refused', async () => {
  const outcomes = await Promise.allSettled([start(), start(), start(), start()])
  const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
  const [winner, ...others] = outcomes.flatMap(outcome => ('value' in outcome ? [outcome.value] : []))
  assert.deepEqual([others.length, refusals.length], [0, 3])
  for (const reason of refusals) assert.ok(reason instanceof StartRefused, reason)
  assert.deepEqual(await query(winner, 'select 1 as one'), [{ one: 1 }])
  await winner?.stop()
})

test('committed data survives a kill -9 of the owner', async () => {
  const owner = fork(fileURLToPath(new URL('owner-process.ts', import.meta.url)), [folder])
  after(() => owner.kill('SIGKILL'))
  await once(owner, 'message')
  owner.kill('SIGKILL')
  await once(owner, 'exit')

  const server = await start()
  assert.deepEqual(await query(server, 'select note from kept'), [{ note: 'committed by the owner' }])
  await server.stop()
})

test('committed data survives a kill -9 of the server, and the owner is notified', async () => {
  const server = await start()
  await query(server, 'create table survivors as select generate_series(1, 1000) as id')
  process.kill(serverPid(), 'SIGKILL')
  await server.lost
  await server.stop()

  const next = await start()
  assert.deepEqual(await query(next, 'select count(*)::int as count from survivors'), [{ count: 1000 }])
  await next.stop()
})

test('leftovers of a killed server do not prevent the next start', async () => {
  const server = await start()
  const [slow] = await query(server, "select pid from pg_stat_activity where backend_type = 'checkpointer'")
  process.kill(slow.pid, 'SIGSTOP')
  process.kill(serverPid(), 'SIGKILL')
  await server.lost
  setTimeout(() => process.kill(slow.pid, 'SIGCONT'), 300)
  const next = await start()
  assert.deepEqual(await query(next, 'select 1 as one'), [{ one: 1 }])
  await next.stop()
})

test('a stopped server is gone and not reported as lost', async () => {
  const server = await start()
  const pid = serverPid()
  let isLost = false
  void server.lost.then(() => {
    isLost = true
  })
  await server.stop()
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  assert.equal(existsSync(join(folder, 'postmaster.pid')), false)
  assert.equal(isLost, false)
})

for (const file of ['postgres/postmaster.pid', 'postgres.run/.s.PGSQL.5432.lock']) {
  test(`a stale ${file} with the pid of another process does not prevent the start`, async () => {
    writeFileSync(join(home, file), `${process.pid}\n${folder}\n`)
    const server = await start()
    assert.notEqual(serverPid(), process.pid)
    await server.stop()
  })
}

test('the socket is in the temporary folder if the path of the folder is too long', async () => {
  const deep = join(home, 'x'.repeat(120), 'postgres')
  const server = await start(deep)
  const socketFolder = new URL(server.databaseUrl('any')).searchParams.get('host') ?? ''
  after(() => rmSync(socketFolder, { recursive: true, force: true }))
  assert.ok(socketFolder.startsWith(join(tmpdir(), 'atrium-')) && socketFolder.length < 90)
  assert.equal(statSync(socketFolder).mode & 0o777, 0o700)
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

test('a damaged folder is refused with a clear message', async () => {
  const damaged = join(home, 'damaged')
  mkdirSync(damaged, { mode: 0o700 })
  const log = `${damaged}.log`
  await assert.rejects(
    startEmbeddedPostgres(damaged),
    refusedWith(`The embedded database does not start: see its log (${log})`),
  )
  assert.match(readFileSync(log, 'utf8'), /postgresql\.conf/)
})

async function start(dataFolder = folder) {
  const server = await startEmbeddedPostgres(dataFolder)
  servers.push(server)
  return server
}

async function query(server: EmbeddedPostgres | undefined, text: string, database = 'postgres') {
  const client = new Client({ connectionString: server?.databaseUrl(database) })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function serverPid() {
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
}

function refusedWith(message: string) {
  return (error: Error) => {
    assert.ok(error instanceof StartRefused)
    assert.equal(error.message, message)
    return true
  }
}
