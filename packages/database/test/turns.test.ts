import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Turns } from '../src/connections/turns.ts'

test('turns are taken in the order in which they were asked for', async () => {
  const turns = new Turns(2, 60_000)
  const taken: string[] = []
  const waiting = ['first', 'second', 'third', 'fourth'].map(name =>
    turns.take().then(() => taken.push(name)),
  )
  await Promise.all(waiting.slice(0, 2))
  assert.deepEqual([taken, turns.waiting], [['first', 'second'], 2])
  turns.end()
  await waiting[2]
  assert.deepEqual([taken, turns.waiting], [['first', 'second', 'third'], 1])
  turns.end()
  await waiting[3]
  turns.end()
  turns.end()
  await turns.take()
  assert.equal(turns.waiting, 0)
})

test('who has waited too long is refused, and takes no turn from those behind', async () => {
  const turns = new Turns(1, 1)
  await turns.take()
  await assert.rejects(turns.take(), /waiting for a turn/)
  assert.equal(turns.waiting, 0)
  turns.end()
  await turns.take()
})
