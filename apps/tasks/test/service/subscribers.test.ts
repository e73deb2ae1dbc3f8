import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribers } from '#subscribers.ts'

const channels = { bus: {}, rightsBus: {}, publishNotice: () => {}, now: () => new Date() }

test('subscribers lock rows in one order: timers, then tasks, then notifications', () => {
  const list = subscribers(channels as never)
  assert.deepEqual(
    list.map(({ name }) => name),
    [
      'first-boards',
      'team-members',
      'shared-events',
      'timers',
      'assignees',
      'person-fields',
      'related-tasks',
      'plans',
      'calendar-feeds',
      'shares',
      'push-subscriptions',
      'feed',
      'member-streams',
    ],
  )
})

test('nothing emits once the feed has recorded the events', () => {
  const list = subscribers(channels as never)
  const recorder = list.findIndex(({ isRecorder }) => isRecorder)
  const later = list.slice(recorder + 1)
  assert.equal(list[recorder]?.name, 'feed')
  assert.deepEqual(
    later.filter(({ beforeCommit }) => beforeCommit).map(({ name }) => name),
    [],
  )
})
