import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { connectPostgresBus } from '@atrium/events/postgres-bus'
import { createEmptyDatabase } from '@atrium/testing/test-database'
import { waitUntil } from '@atrium/testing/wait-until'
import { createNoticePublisher, type LiveBusMessage } from '#live/change-notice.ts'

test('notice of a large installation arrives at other instances, in as many messages as it needs', async () => {
  const url = await createEmptyDatabase()
  const errors: Error[] = []
  const connect = () => connectPostgresBus(url, 'news', error => errors.push(error))
  const [one, other] = [await connect(), await connect()]
  after(() => Promise.all([one.close(), other.close()]))
  const heard: Extract<LiveBusMessage, { name: 'news' }>[] = []
  other.onMessage(message => heard.push(message as (typeof heard)[number]))

  const ids = Array.from({ length: 300 }, (_, n) => 900_000_000 + n)
  const changes = ids.map(id => ({ id, projectId: id, boards: [id, id + 1] }))
  createNoticePublisher(
    one,
    createLogger('test', 'silent'),
    () => new Date(7),
  )({
    users: ids,
    changes,
    navigation: ids,
    plans: ids,
    inbox: ids,
  })

  await waitUntil(() => heard.flatMap(notice => notice.changes).length >= changes.length || errors.length > 0)
  assert.deepEqual(errors, [])
  assert.deepEqual(
    heard.flatMap(notice => notice.changes),
    changes,
  )
  assert.deepEqual(
    heard.flatMap(notice => notice.users),
    ids,
  )
  assert.deepEqual(
    heard.flatMap(notice => notice.navigation),
    ids,
  )
  assert.deepEqual(
    heard.flatMap(notice => notice.plans),
    ids,
  )
  assert.deepEqual(
    heard.flatMap(notice => notice.inbox),
    ids,
  )
  assert.ok(heard.every(({ at }) => at === 7))
})
