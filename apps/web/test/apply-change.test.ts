import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Change } from '@atrium/tasks/live/live.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { QueryClient } from '@tanstack/react-query'
import { followChanges } from '../src/live/apply-change.ts'
import { board, card, column, layout, task } from './records.ts'

function change(fields: { type?: Change['type']; patch?: object } & Partial<Omit<Change, 'type' | 'patch'>>) {
  const own = {
    id: 1,
    type: 'task.updated',
    projectId: 1,
    boardId: 7,
    taskId: 2,
    version: 2,
    actorId: 2,
    patch: {},
  }
  return { ...own, ...fields } as Change
}

function openBoard() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const full = board([column(1, [card(1), card(2), card(3)]), column(2, [])])
  queryClient.setQueryData(['board', 7], full)
  const follow = followChanges(queryClient)
  return {
    queryClient,
    follow,
    now: () => queryClient.getQueryData<typeof full>(['board', 7]) ?? full,
    isStale: (...key: unknown[]) => queryClient.getQueryState(key)?.isInvalidated,
  }
}

/** Requests are answered with this task, or with this status. */
function answerWith(answer: Task | number) {
  return mock.method(globalThis, 'fetch', async () =>
    typeof answer === 'number'
      ? Response.json({ error: { code: answer, message: '' } }, { status: answer })
      : Response.json({ item: answer }),
  )
}

test('changed custom fields are patched without a request, and a changed definition refreshes the board', async () => {
  const { follow, now, isStale } = openBoard()
  const fetching = answerWith(500)
  const recorded = (value: unknown) => ({ name: 'Severity', fieldType: 'text', value })
  await follow(change({ patch: { fields: { 4: recorded('High'), 5: recorded(2) } } }))
  await follow(change({ version: 3, patch: { fields: { 5: recorded(null) } } }))
  assert.deepEqual(now().columns[0]?.tasks.find(({ id }) => id === 2)?.fields, { 4: 'High' })
  assert.equal(isStale('board', 7), false)
  await follow(change({ type: 'field.updated', boardId: null, taskId: null }))
  assert.equal(isStale('board', 7), true)
  assert.equal(fetching.mock.callCount(), 0)
  fetching.mock.restore()
})

test('the next version of a card is patched without a request', async () => {
  const { follow, now } = openBoard()
  const fetching = answerWith(500)
  await follow(change({ patch: { title: 'Renamed' } }))
  await follow(
    change({ type: 'task.moved', taskId: 1, patch: { columnId: 2, position: 5, completedAt: null } }),
  )
  await follow(
    change({ type: 'task.moved', taskId: 3, patch: { columnId: 1, position: 50, completedAt: null } }),
  )
  assert.equal(now().columns[0]?.tasks.find(({ id }) => id === 2)?.title, 'Renamed')
  assert.deepEqual(layout(now()), [[3, 2], [1]])
  assert.equal(fetching.mock.callCount(), 0)
  fetching.mock.restore()
})

test('a change made in this browser, or received twice, has no effect', async () => {
  const { follow, now } = openBoard()
  const before = now()
  await follow(change({ version: 0, patch: { title: 'Older' } }))
  await follow(change({ version: 1, patch: { title: 'Task 2' } }))
  assert.equal(now(), before)
})

test('changes that were saved together have the same version and are all applied', async () => {
  const { queryClient, follow, now } = openBoard()
  const fetching = answerWith(500)
  const moved = { type: 'task.moved', patch: { columnId: 2, position: 5, completedAt: null } } as const
  await follow(change(moved))
  await follow(change({ type: 'task.assigned', patch: { assigneeId: 9 } }))
  await follow(change({ patch: { fields: { 4: { name: 'Ready', fieldType: 'checkbox', value: true } } } }))
  await follow(change({ type: 'task.parent_changed', patch: { parentId: 3, parentNumber: 3 } }))
  const [after] = now().columns[1]?.tasks ?? []
  assert.deepEqual([after?.assigneeId, after?.fields, after?.parentId], [9, { 4: true }, 3])

  const saving = Promise.withResolvers<void>()
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { scope: { id: 'task:2' }, mutationFn: () => saving.promise })
  const saved = mutation.execute(undefined)
  await follow(change({ type: 'task.assigned', patch: { assigneeId: 8 } }))
  assert.equal(now().columns[1]?.tasks[0]?.assigneeId, 9, 'the answer to what is being saved is newer')
  saving.resolve()
  await saved
  assert.equal(fetching.mock.callCount(), 0)
  fetching.mock.restore()
})

test('after a gap in the versions the task is fetched and moved to its current place', async () => {
  const { follow, now } = openBoard()
  const fetching = answerWith(task(2, { columnId: 2, version: 9, title: 'Latest' }))
  await follow(change({ version: 9, patch: { title: 'Latest' } }))
  assert.equal(fetching.mock.callCount(), 1)
  assert.deepEqual(layout(now()), [[1, 3], [2]])
  fetching.mock.restore()
})

test('a task that is deleted or moved to another board is removed from this one', async () => {
  const { follow, now } = openBoard()
  await follow(change({ type: 'task.deleted' }))
  assert.deepEqual(layout(now()), [[1, 3], []])
  await follow(change({ taskId: 3, boardId: 8 }))
  assert.deepEqual(layout(now()), [[1], []])
})

test('a task that the user no longer has access to is removed from the board', async () => {
  for (const status of [403, 404, 410]) {
    const { follow, now } = openBoard()
    const fetching = answerWith(status)
    await follow(change({ version: 9 }))
    assert.deepEqual(layout(now()), [[1, 3], []], String(status))
    fetching.mock.restore()
  }
})

test('changes are applied in order, even when a request is slow', async () => {
  const { follow, now } = openBoard()
  const { promise, resolve } = Promise.withResolvers<Response>()
  const fetching = mock.method(globalThis, 'fetch', () => promise)
  const created = follow(change({ type: 'task.created', taskId: 4, version: 1 }))
  const renamed = follow(change({ taskId: 4, version: 2, patch: { title: 'Second' } }))
  resolve(Response.json({ item: task(4, { title: 'First' }) }))
  await Promise.all([created, renamed])
  assert.equal(now().columns[0]?.tasks.find(({ id }) => id === 4)?.title, 'Second')
  fetching.mock.restore()
})

test('a change of a board or a project refetches what shows it', async () => {
  const { queryClient, follow, isStale } = openBoard()
  for (const key of [
    ['project', 1],
    ['projects', 'all'],
    ['task', 2],
  ])
    queryClient.setQueryData(key, {})
  await follow(change({ type: 'column.created', taskId: null, version: null }))
  assert.deepEqual(
    [isStale('board', 7), isStale('project', 1), isStale('projects', 'all')],
    [true, true, false],
  )
  await follow(change({ type: 'member.added', taskId: null, version: null }))
  assert.deepEqual([isStale('projects', 'all'), isStale('task', 2)], [true, false])
})

test('everything that shows the task and all lists of tasks are refetched', async () => {
  const { queryClient, follow, isStale } = openBoard()
  for (const key of [
    ['task', 2],
    ['task', 2, 'comments'],
    ['tasks', {}],
    ['task', 3],
  ])
    queryClient.setQueryData(key, {})
  const fetching = answerWith(task(2, { commentCount: 1 }))
  await follow(change({ type: 'comment.created', version: null }))
  fetching.mock.restore()
  assert.deepEqual(
    [isStale('task', 2), isStale('task', 2, 'comments'), isStale('tasks', {}), isStale('task', 3)],
    [true, true, true, false],
  )
})

test('a change that cannot be applied refetches everything', async () => {
  const { queryClient, follow, isStale } = openBoard()
  const fetching = mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('the network is away')
  })
  queryClient.setQueryData(['priorities'], [])
  await follow(change({ type: 'task.created', taskId: 12, version: 1 }))
  assert.ok(fetching.mock.callCount() > 0, 'the new task was asked for')
  assert.deepEqual([isStale('board', 7), isStale('priorities')], [true, true])
  fetching.mock.restore()
})

test('a task that moves to another project leaves the board without a request', async () => {
  const { follow, now } = openBoard()
  const fetching = answerWith(500)
  await follow(change({ type: 'task.moved_out', patch: { toProjectId: 9 } }))
  assert.deepEqual(layout(now()), [[1, 3], []])
  assert.equal(fetching.mock.callCount(), 0)
  fetching.mock.restore()
})

test('watchers and reactions change no card, but refresh the task that is open', async () => {
  const { follow, now, queryClient, isStale } = openBoard()
  const before = now()
  const fetching = answerWith(500)
  for (const part of ['watch', 'comments']) queryClient.setQueryData(['task', 2, part], {})
  await follow(change({ type: 'task.watched', version: null, patch: { userId: 3 } }))
  await follow(change({ type: 'reaction.added', version: null, patch: { commentId: 1, emoji: '👍' } }))
  assert.equal(now(), before)
  assert.equal(fetching.mock.callCount(), 0)
  assert.deepEqual([isStale('task', 2, 'watch'), isStale('task', 2, 'comments')], [true, true])
  fetching.mock.restore()
})

test('after a change of many tasks, the board is refetched instead of its tasks one by one', async () => {
  const { follow, queryClient, isStale } = openBoard()
  const fetching = answerWith(500)
  const lists = mock.fn()
  queryClient.setQueryData(['tasks', 'page'], [])
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'tasks') lists()
  })
  const restored = Array.from({ length: 100 }, (_, at) =>
    follow(change({ type: 'task.restored', taskId: 100 + at, version: 2, patch: { columnId: 1 } })),
  )
  await Promise.all(restored.slice(0, 70))
  assert.equal(isStale('board', 7), true)
  assert.equal(fetching.mock.callCount(), 0)
  assert.ok(lists.mock.callCount() < 5, `${lists.mock.callCount()} refreshes of lists`)
  await Promise.all(restored)
  fetching.mock.restore()
})
