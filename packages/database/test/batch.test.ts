import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { batch } from '../src/batch.ts'

test('a row that comes alone is worked on at once', async () => {
  const { add, statements } = recordStatements()
  for (const row of ['a', 'b', 'c']) {
    const result = add(row)
    assert.equal(statements.at(-1)?.join(), row)
    assert.equal(await result, row.toUpperCase())
  }
})

test('rows that come during a statement share the next one, and each gets its own result', async () => {
  const { add, statements } = recordStatements()
  const results = await Promise.all(['a', 'b', 'c'].map(add))
  assert.deepEqual(results, ['A', 'B', 'C'])
  assert.deepEqual(statements, [['a'], ['b', 'c']])
})

test('after a statement with several rows, the next one waits a moment for more', async () => {
  const moment = Promise.withResolvers<void>()
  const { add, statements } = recordStatements(() => moment.promise)
  await Promise.all(['a', 'b', 'c'].map(add))
  const first = add('d')
  await nextTurn()
  const second = add('e')
  moment.resolve()
  await Promise.all([first, second])
  assert.deepEqual(statements.at(-1), ['d', 'e'])
})

test('a statement that fails refuses only its own rows', async () => {
  const add = batch(async (rows: string[]) => {
    if (rows.includes('bad')) throw new Error('refused')
    return rows
  })
  const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map(add))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.equal(await add('d'), 'd')
})

test('a statement belongs to no request', async () => {
  const requests = new AsyncLocalStorage<string>()
  const work = async (rows: string[]) => rows.map(() => requests.getStore())
  const add = batch(work)
  assert.equal(await requests.run('a request', () => add('a')), undefined)
})

function recordStatements(pause?: () => Promise<void>) {
  const statements: string[][] = []
  const add = batch(async (rows: string[]) => {
    statements.push(rows)
    await nextTurn()
    return rows.map(row => row.toUpperCase())
  }, pause)
  return { add, statements }
}
