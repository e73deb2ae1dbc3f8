import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { compareWithPrimary } from '@atrium/database/replica'
import { openClient } from '@atrium/database/servers'
import { findPostgres, startReplicatedPostgres } from '@atrium/testing/debian-postgres'
import { waitUntil } from '@atrium/testing/wait-until'
import { type BothServices, startBothServices } from '../both-services.ts'
import { as } from '../people.ts'
import { createTeam, createUser } from '../team.ts'

const WRITERS = 8
const WRITES = 25

suite('with a replica', { skip: !findPostgres() && 'postgresql is not installed' }, async () => {
  if (!findPostgres()) return
  const postgres = await startReplicatedPostgres()
  const { primary, standby } = postgres
  after(() => postgres.stop())
  const replicaUrl = (name: string) => `postgres://postgres@127.0.0.1:${standby.port}/${name}`
  const services = await startBothServices({
    IDENTITY_DATABASE_URL: postgres.databaseUrl('identity'),
    IDENTITY_DATABASE_REPLICA_URL: replicaUrl('identity'),
    TASKS_DATABASE_URL: postgres.databaseUrl('tasks'),
    TASKS_DATABASE_REPLICA_URL: replicaUrl('tasks'),
    RATE_LIMIT: 'off',
  })
  const { deps } = services
  const team = await createTeam(services)

  async function writeAndList(other: Pick<BothServices, 'app'>, title: string) {
    const created = await team.member.call('POST', '/task', { title, columnId: team.toDo })
    assert.equal(created.statusCode, 200, created.body)
    const onOther = as(other, team.member.token)
    const listed = await onOther(
      'GET',
      `/task?projectId=${team.project.id}&search=${encodeURIComponent(title)}`,
    )
    assert.equal(listed.statusCode, 200, listed.body)
    const ids = listed.json().items.map(({ id }: { id: number }) => id)
    assert.ok(ids.includes(created.json().item.id), `${title} is missing`)
  }

  test('every write is in the next list, on another instance too', async () => {
    const second = await services.startInstance()
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let write = 0; write < WRITES; write += 1)
        await writeAndList(second, `Write ${writer}-${write}-end`)
    })
    await Promise.all(writers)
    assert.ok((await readsOf(second.deps)).replica > 0, 'the replica was never used')
  })

  test('reports and the user list are read from the replica', async () => {
    const before = (await readsOf(deps)).replica
    const path = `/project/${team.project.id}/report`
    for (const report of ['flow', 'throughput', 'cycle-time', 'burn-up', 'estimates']) {
      const { statusCode, body } = await team.member.call('GET', `${path}/${report}`)
      assert.equal(statusCode, 200, body)
    }
    assert.equal((await readsOf(deps)).replica, before + 5)

    const admin = await createUser(services, 'admin')
    const url = `/users?search=${encodeURIComponent(admin.email)}`
    const { statusCode, body } = await services.identity.inject({
      url,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    assert.equal(statusCode, 200, body)
    assert.equal(JSON.parse(body).items.length, 1)
  })

  test('the doctor can tell how far behind the replica is', async () => {
    const client = await openClient(postgres.databaseUrl('tasks'))
    try {
      const { isFollowing, bytesBehind } = await compareWithPrimary(client, replicaUrl('tasks'))
      assert.ok(isFollowing)
      assert.ok(bytesBehind !== null && bytesBehind < 1e9, String(bytesBehind))
    } finally {
      await client.end()
    }
  })

  test('a replica that is behind is not used until it has caught up', async () => {
    standby.query('select pg_wal_replay_pause()')
    await writeAndList(services, 'Written while the replica stands still')
    assert.ok((await readsOf(deps)).primary > 0)
    standby.query('select pg_wal_replay_resume()')
    await waitUntil(async () => {
      const { replica } = await readsOf(deps)
      await writeAndList(services, `Written at ${replica}`)
      return (await readsOf(deps)).replica > replica
    })
  })

  test('a replica that dies is noticed by nobody', async () => {
    primary.query('alter system reset synchronous_standby_names')
    primary.query('select pg_reload_conf()')
    let isKilled = false
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let write = 0; !isKilled || write < 5; write += 1)
        await writeAndList(services, `Survivor ${writer}-${write}-end`)
    })
    await standby.kill()
    isKilled = true
    await Promise.all(writing)
    await standby.start()
    await waitUntil(async () => {
      const { replica } = await readsOf(deps)
      await writeAndList(services, `Back at ${replica}`)
      return (await readsOf(deps)).replica > replica
    })
  })

  test('a server that accepts writes is not taken for a replica', async () => {
    standby.run('psql', '-XAtq', '-c', 'select pg_promote()')
    const before = await readsOf(deps)
    for (let write = 0; write < 5; write += 1) await writeAndList(services, `After the promotion ${write}`)
    assert.deepEqual(await readsOf(deps), { ...before, primary: before.primary + 5 })
  })
})

async function readsOf({ replica }: BothServices['deps']) {
  const reads = (await replica.measures[0]?.read()) as { replica: number; primary: number }
  return { ...reads }
}
