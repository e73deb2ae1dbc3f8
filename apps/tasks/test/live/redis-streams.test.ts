import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRedis } from '@atrium/testing/redis-server'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { type Frame, readStream } from '../event-stream.ts'
import { createTeam, type User } from '../team.ts'

const redis = await startRedis()
if (redis) await runTests(redis)

async function runTests({ url: EVENTS_URL, start, kill }: NonNullable<typeof redis>) {
  const services = await startBothServices({ EVENTS_URL })
  const second = await services.startInstance()
  const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
  const secondAddress = await second.app.listen({ host: '127.0.0.1', port: 0 })
  const { manager, member, boardId, toDo } = await createTeam(services)
  const topics = `&topics=board:${boardId}`

  async function openStream(user: User, base: string, query = '') {
    const { token } = (await user.call('GET', '/events/token')).json()
    return readStream(`${base}/events?token=${token}${query}`)
  }

  /** Creates a task on the first instance, which notifies the member. */
  async function createTask(title: string) {
    const task = { title, columnId: toDo, assigneeId: member.id }
    const response = await manager.call('POST', '/task', task)
    assert.equal(response.statusCode, 200, response.body)
  }

  const isChange = (title: string) => (frame: Frame) => frame.data.data.patch?.title === title
  const isNotification = (title: string) => (frame: Frame) =>
    frame.data.event === 'notification' && JSON.stringify(frame.data).includes(title)
  const isResync = (frame: Frame) => frame.data.event === 'resync'

  test('a change on one instance reaches streams on another through Redis', async () => {
    const stream = await openStream(member, secondAddress, topics)
    await createTask('Through Redis')
    await waitUntil(() => stream.messages().some(isChange('Through Redis')))
    await waitUntil(() => stream.messages().some(isNotification('Through Redis')))
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'atrium_tasks listener' and datname = current_database()`.execute(
      services.deps.db,
    )
    assert.equal(rows.length, 0, 'PostgreSQL is not used')
  })

  test('an instance hears only what its streams follow, and who views a board', async () => {
    const [here, there] = [await services.startInstance(), await services.startInstance()]
    const heard: object[] = []
    there.deps.bus.onMessage(message => heard.push(message))
    const stream = await openStream(manager, await here.app.listen({ host: '127.0.0.1', port: 0 }), topics)
    await createTask('Elsewhere')
    await waitUntil(() => stream.messages().some(isChange('Elsewhere')))
    assert.deepEqual(heard, [])

    const late = await openStream(member, await there.app.listen({ host: '127.0.0.1', port: 0 }), topics)
    const both = [manager.id, member.id]
    for (const one of [late, stream]) {
      await waitUntil(() => both.every(id => one.viewers().includes(id)))
    }
    await createTask('Heard')
    await waitUntil(() => late.messages().some(isChange('Heard')))
    assert.ok(heard.length > 0)
  })

  test('nothing fails while Redis is down, and nothing is lost', async () => {
    const local = await openStream(member, address, topics)
    const live = await openStream(member, secondAddress, topics)
    const quiet = await openStream(member, secondAddress)
    await kill()
    await createTask('Offline')
    await waitUntil(() => local.messages().some(isChange('Offline')))
    await start()
    await waitUntil(() => live.messages().some(isResync))
    for (const stream of [local, live, quiet]) {
      await waitUntil(() => stream.messages().some(isNotification('Offline')))
    }
    await waitUntil(async () => {
      await createTask('Live again')
      return live.messages().some(isChange('Live again'))
    })
    for (const stream of [local, live, quiet]) {
      assert.equal(stream.messages().filter(isNotification('Offline')).length, 1)
    }
    assert.ok(!quiet.messages().some(isResync), 'a stream without topics needs no resync')
  })

  test('a member removed while Redis is down loses their topics on that instance', async () => {
    const stream = await openStream(member, address, topics)
    await kill()
    const { projectId } = (await manager.call('GET', `/board/${boardId}`)).json().item
    const removed = await manager.call('DELETE', `/project/${projectId}/member/${member.id}`)
    assert.equal(removed.statusCode, 200)
    await stream.waitForEnd()
    assert.equal(stream.frames.at(-1)?.data.error.details.reason, 'forbidden_topic')
    await start()
  })

  test('an instance starts without Redis and receives changes once Redis is up', async () => {
    await kill()
    const third = await services.startInstance()
    const base = await third.app.listen({ host: '127.0.0.1', port: 0 })
    assert.equal((await third.app.inject('/readyz')).statusCode, 200)
    const stream = await openStream(manager, base, topics)
    await start()
    await waitUntil(() => stream.messages().some(isResync))
    await waitUntil(async () => {
      await manager.call('POST', '/task', { title: 'At last', columnId: toDo })
      return stream.messages().some(isChange('At last'))
    })
  })
}
