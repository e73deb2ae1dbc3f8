import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { QueryClient } from '@tanstack/react-query'
import {
  keepOwnChanges,
  type OwnChange,
  ownVersion,
  patchShown,
  scopeOf,
} from '../src/data/boards/own-changes.ts'
import { board, card, column, layout, task } from './records.ts'

const taskKey = ['task', 2, 'self']
const lists = [
  ['tasks', 'page', {}],
  ['tasks', { completed: false }],
  ['tasks', 'undated', {}],
]

/** A board, a task and lists that show task 2. */
function openScreens() {
  const queryClient = new QueryClient()
  keepOwnChanges(queryClient)
  const show = (shown: Task) => {
    queryClient.setQueryData(taskKey, shown)
    queryClient.setQueryData(lists[0] ?? [], [shown, task(9)])
    queryClient.setQueryData(lists[1] ?? [], { items: [shown], _meta: {} })
    queryClient.setQueryData(lists[2] ?? [], { pages: [{ items: [shown] }] })
    queryClient.setQueryData(
      ['board', 7],
      board([column(1, [card(1), card(2, { title: shown.title, version: shown.version })]), column(2, [])]),
    )
  }
  const titles = () => {
    const shown = [taskKey, ['board', 7], ...lists].map(key => queryClient.getQueryData(key))
    return [...new Set(JSON.stringify(shown).match(/"title":"2[^"]*"/g))]
  }
  const send = (patch: Partial<Task>) => {
    const answer = Promise.withResolvers<Task>()
    const change = { taskId: 2, patch, fields: Object.keys(patch) }
    const sent = queryClient
      .getMutationCache()
      .build<Task, Error, OwnChange, void>(queryClient, {
        scope: scopeOf(2),
        mutationFn: () => answer.promise,
      })
      .execute(change)
    patchShown(queryClient, 2)
    return { sent, answer }
  }
  const boardNow = () => queryClient.getQueryData<FullBoard>(['board', 7]) as FullBoard
  return { queryClient, show, titles, send, boardNow }
}

test('a change shows at once everywhere, and an older answer does not replace it', async () => {
  const { queryClient, show, titles, send } = openScreens()
  show(task(2, { title: '2 before', version: 1 }))
  const first = send({ title: '2 first' })
  const second = send({ title: '2 second' })
  assert.deepEqual(titles(), ['"title":"2 second"'])
  first.answer.resolve(task(2, { title: '2 first', version: 2 }))
  await first.sent
  show(task(2, { title: '2 first', version: 2 }))
  assert.deepEqual(titles(), ['"title":"2 second"'])
  second.answer.resolve(task(2, { title: '2 second', version: 3 }))
  await second.sent
  show(task(2, { title: '2 first', version: 2 }))
  assert.deepEqual(
    titles(),
    ['"title":"2 second"'],
    'an answer that was on its way before the change was saved',
  )
  show(task(2, { title: '2 by someone else', version: 4 }))
  assert.deepEqual(titles(), ['"title":"2 by someone else"'])
  assert.equal(ownVersion(queryClient, 2, ['title']), 3)
  assert.equal(ownVersion(queryClient, 2, ['dueDate']), 0)
})

test('a refused change leaves what is shown to the later ones', async () => {
  const { queryClient, show, titles, send } = openScreens()
  show(task(2, { title: '2 before', version: 1 }))
  const first = send({ title: '2 refused', dueDate: '2031-01-01' })
  const second = send({ title: '2 second' })
  first.answer.reject(new Error('refused'))
  await assert.rejects(first.sent)
  patchShown(queryClient, 2, { title: '2 before', dueDate: null })
  assert.deepEqual(titles(), ['"title":"2 second"'])
  assert.equal(queryClient.getQueryData<Task>(taskKey)?.dueDate, null)
  second.answer.resolve(task(2, { title: '2 second', version: 2 }))
  await second.sent
})

test('a move shows on the board, and a task that left the board is not shown there', async () => {
  const { show, send, boardNow } = openScreens()
  show(task(2, { title: '2', version: 1 }))
  const moved = send({ columnId: 2, position: 5 })
  assert.deepEqual(layout(boardNow()), [[1], [2]])
  show(task(2, { title: '2', version: 1 }))
  assert.deepEqual(layout(boardNow()), [[1], [2]])
  moved.answer.resolve(task(2, { title: '2', version: 2, boardId: 8 }))
  await moved.sent
  show(task(2, { title: '2', version: 1 }))
  assert.deepEqual(layout(boardNow()), [[1], []])
})

test('what had to be refetched before a change still has to be refetched after it', () => {
  const { queryClient, show, send } = openScreens()
  show(task(2, { title: '2', version: 1 }))
  void queryClient.invalidateQueries({ queryKey: ['board', 7] })
  void send({ title: '2 changed' })
  assert.equal(queryClient.getQueryState(['board', 7])?.isInvalidated, true)
  assert.equal(queryClient.getQueryState(taskKey)?.isInvalidated, false)
})
