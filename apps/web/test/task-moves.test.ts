import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayMoveBetween } from '../src/data/projects/projects.ts'

test('a task is offered only projects that the server would let it move to', () => {
  const roles = [null, 'viewer', 'member', 'manager', 'owner'] as const
  const offered = roles.map(from => roles.filter(to => mayMoveBetween(from, to)))
  const anywhere = ['member', 'manager', 'owner']
  assert.deepEqual(offered, [[], [], ['member'], anywhere, anywhere])
})
