import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Change } from '@atrium/tasks/live/live.contract'
import { QueryClient } from '@tanstack/react-query'
import { followChanges } from '../src/live/apply-change.ts'

const change: Change = {
  id: 1,
  type: 'task.created',
  projectId: 1,
  boardId: 7,
  taskId: 12,
  version: 1,
  actorId: 2,
  patch: { title: 'Fix login', columnId: 3, assigneeId: null, dueDate: null, priorityId: 2, number: 12 },
}

test('a change that cannot be applied has everything fetched again', async () => {
  const fetching = mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('the network is away')
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(['board', 7], { id: 7, columns: [] })
  queryClient.setQueryData(['priorities'], [])
  const isStale = (key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  assert.deepEqual([isStale(['board', 7]), isStale(['priorities'])], [false, false])
  await followChanges(queryClient)(change)
  assert.ok(fetching.mock.callCount() > 0, 'the new task was asked for')
  assert.deepEqual([isStale(['board', 7]), isStale(['priorities'])], [true, true])
  fetching.mock.restore()
})
