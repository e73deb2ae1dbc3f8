import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribers } from '#subscribers.ts'

test('subscribers run in the order in which they lock rows', () => {
  const list = subscribers({ bus: {}, settings: {}, now: () => new Date() } as never)
  assert.deepEqual(
    list.map(({ name }) => name),
    ['application-sessions', 'announcements', 'changed-settings', 'security-emails'],
  )
})
