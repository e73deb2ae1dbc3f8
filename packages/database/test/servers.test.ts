import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { openTcpProxy, socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { migrate } from '../src/migrate.ts'
import { createServers, findProblem, openClient, WrongServer } from '../src/servers.ts'
import { connectTo } from './connect-to.ts'

const url = await createEmptyDatabase()
const [first, second] = [await openProxy(), await openProxy()]
const both = severalHosts([first.port, second.port])

test('a pool moves to the other server when its own one is gone, and back', async () => {
  const db = connectTo(both)
  assert.equal(await usedProxy(() => pidOf(db)), first)
  first.cut()
  assert.equal(await usedProxy(() => pidOf(db)), second)
  await first.listen()
  second.cut()
  assert.equal(await usedProxy(() => pidOf(db)), first)
  await second.listen()
})

test('many that lose their server at once find the other one together', async () => {
  const db = connectTo(severalHosts([await freePort(), second.port]), { size: 5 })
  await Promise.all(Array.from({ length: 20 }, () => pidOf(db)))
})

test('migrations and single connections find the server that answers', async () => {
  const address = severalHosts([await freePort(), second.port])
  assert.deepEqual(await migrate(address, new URL('./', import.meta.url)), [])
  const client = await openClient(address)
  assert.equal(client.port, second.port)
  await client.end()
})

test('when no server answers, the error is that of the last one', async () => {
  await assert.rejects(openClient(severalHosts([await freePort(), await freePort()])), /ECONNREFUSED/)
})

test('a wrong password is not tried at the other server', async () => {
  const servers = createServers(both.replace('@', '_missing@'))
  const before = servers.current()
  await assert.rejects(openClient(servers), { code: '28000' })
  assert.equal(servers.current(), before)
})

test('a server that does not accept writes is left', async () => {
  const address = `${both}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  const servers = createServers(address)
  await assert.rejects(openClient(servers), (error: Error) => {
    assert.ok(error instanceof WrongServer)
    assert.match(error.message, /^The database server 127\.0\.0\.1:\d+ does not accept writes$/)
    return true
  })
  const standby = await openClient(address.replace('read-write', 'standby'))
  await standby.end()
})

test('which server is the one to work with', () => {
  const primary = { isReadOnly: false, timeline: 2 }
  const standby = { isReadOnly: true, timeline: null }
  assert.equal(findProblem(primary, 'primary', 0), undefined)
  assert.equal(findProblem(primary, 'primary', 2), undefined)
  assert.match(findProblem(primary, 'primary', 3) ?? '', /was replaced: its timeline is 2, a newer one is 3/)
  assert.equal(findProblem(standby, 'primary', 0), 'does not accept writes')
  assert.equal(findProblem(standby, 'standby', 3), undefined)
  assert.equal(findProblem(primary, 'standby', 0), 'is not a standby')
})

test('connections to a server that became read-only are replaced', async () => {
  const db = connectTo(url, { size: 2 })
  await sql`create table notes (text text)`.execute(db)
  const pids = () =>
    db.connection().execute(one => db.connection().execute(other => Promise.all([pidOf(one), pidOf(other)])))
  const before = new Set(await pids())
  await sql`set default_transaction_read_only = on`.execute(db)
  // The pool uses the connection that was released last.
  await assert.rejects(sql`insert into notes values ('first')`.execute(db), { code: '25006' })
  await sql`insert into notes values ('second')`.execute(db)
  for (const pid of await pids()) assert.ok(!before.has(pid))
})

function severalHosts(ports: number[]) {
  const { username, pathname } = new URL(urlThroughProxy(1, url))
  const hosts = ports.map(port => `127.0.0.1:${port}`).join(',')
  return `postgres://${username}@${hosts}${pathname}?target_session_attrs=read-write`
}

async function openProxy() {
  const proxy = await openTcpProxy({ path: socketPathOf(url) })
  await proxy.listen()
  return proxy
}

/** Through which proxy the work went; a connection that was just cut may fail once. */
async function usedProxy(work: () => Promise<unknown>) {
  await work().catch(() => {})
  const before = first.roundTrips()
  await work()
  return first.roundTrips() > before ? first : second
}

async function pidOf(db: Kysely<unknown>) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
