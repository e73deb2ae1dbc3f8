import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRedis } from '@atrium/testing/redis-server'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startBothServices } from './both-services.ts'
import { type Frame, readStream } from './event-stream.ts'
import { createTeam, type User } from './team.ts'

const redis = await startRedis()
if (redis) await testWith(redis)

async function testWith({ url: EVENTS_URL, start, kill }: NonNullable<typeof redis>) {
  const services = await startBothServices({ EVENTS_URL })
  const second = await services.startInstance()
  const address = await services.app.listen({ host: '127.0.0.1', port: 0 })
  const secondAddress = await second.app.listen({ host: '127.0.0.1', port: 0 })
  const { manager, member, boardId, toDo } = await createTeam(services)
  const topics = `&topics=board:${boardId}`

  async function follow(user: User, base: string, query = '') {
    const { token } = (await user.call('GET', '/events/token')).json()
    return readStream(`${base}/events?token=${token}${query}`)
  }

  /** Made on the first instance, and news for the member. */
  async function createTask(title: string) {
    const task = { title, columnId: toDo, assigneeId: member.id }
    const answer = await manager.call('POST', '/task', task)
    assert.equal(answer.statusCode, 200, answer.body)
  }

  const changeOf = (title: string) => (frame: Frame) => frame.data.data.patch?.title === title
  const notificationOf = (title: string) => (frame: Frame) =>
    frame.data.event === 'notification' && JSON.stringify(frame.data).includes(title)
  const isResync = (frame: Frame) => frame.data.event === 'resync'

  test('a change on one instance reaches a stream on the other by Redis', async () => {
    const stream = await follow(member, secondAddress, topics)
    await createTask('By Redis')
    await waitUntil(() => stream.messages().some(changeOf('By Redis')))
    await waitUntil(() => stream.messages().some(notificationOf('By Redis')))
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'atrium_tasks listener' and datname = current_database()`.execute(
      services.deps.db,
    )
    assert.equal(rows.length, 0, 'PostgreSQL carries nothing')
  })

  test('while Redis is away nothing fails, and when it is back nothing is lost', async () => {
    const near = await follow(member, address, topics)
    const live = await follow(member, secondAddress, topics)
    const quiet = await follow(member, secondAddress)
    await kill()
    await createTask('Alone')
    await waitUntil(() => near.messages().some(changeOf('Alone')))
    await start()
    await waitUntil(() => live.messages().some(isResync))
    for (const stream of [near, live, quiet]) {
      await waitUntil(() => stream.messages().some(notificationOf('Alone')))
    }
    await waitUntil(async () => {
      await createTask('Live again')
      return live.messages().some(changeOf('Live again'))
    })
    for (const stream of [near, live, quiet]) {
      assert.equal(stream.messages().filter(notificationOf('Alone')).length, 1)
    }
    assert.ok(!quiet.messages().some(isResync), 'a stream without topics has missed nothing')
  })

  test('whoever is removed while Redis is away loses its topics on the instance that does it', async () => {
    const stream = await follow(member, address, topics)
    await kill()
    const { projectId } = (await manager.call('GET', `/board/${boardId}`)).json().item
    const removed = await manager.call('DELETE', `/project/${projectId}/member/${member.id}`)
    assert.equal(removed.statusCode, 200)
    await stream.waitForEnd()
    assert.equal(stream.frames.at(-1)?.data.error.details.reason, 'forbidden_topic')
    await start()
  })

  test('an instance starts without Redis, and hears the others once it is there', async () => {
    await kill()
    const third = await services.startInstance()
    const base = await third.app.listen({ host: '127.0.0.1', port: 0 })
    assert.equal((await third.app.inject('/readyz')).statusCode, 200)
    const stream = await follow(manager, base, topics)
    await start()
    await waitUntil(() => stream.messages().some(isResync))
    await waitUntil(async () => {
      await manager.call('POST', '/task', { title: 'At last', columnId: toDo })
      return stream.messages().some(changeOf('At last'))
    })
  })
}
