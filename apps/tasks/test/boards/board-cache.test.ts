import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoardCache } from '#boards/board-cache.ts'

function snapshotOf(version: string, bytes = 10) {
  return { version, changeId: 1, start: '', columns: Buffer.alloc(bytes) }
}

function countingCache(maxBytes: number) {
  const cache = createBoardCache(maxBytes)
  let loads = 0
  const get = (key: string, version: string, bytes?: number) =>
    cache.get(key, version, async () => {
      loads += 1
      return snapshotOf(version, bytes)
    })
  return { ...cache, get, loads: () => loads }
}

test('a board is loaded once per version', async () => {
  const { get, loads } = countingCache(100)
  for (const version of ['1', '1', '2', '2', '2']) assert.equal((await get('a', version)).version, version)
  assert.equal(loads(), 2)
})

test('the least recently read boards go first when there are too many bytes', async () => {
  const { get, loads, bytes } = countingCache(100)
  for (const key of ['a', 'b', 'a', 'c']) await get(key, '1', 40)
  assert.equal(bytes(), 80)
  await get('a', '1', 40)
  assert.equal(loads(), 3, 'a was kept')
  await get('b', '1', 40)
  assert.equal(loads(), 4, 'b was not')
  await get('a', '2', 90)
  assert.equal(bytes(), 90)
})

test('a board that is too large is not kept', async () => {
  const { get, loads, bytes } = countingCache(100)
  await get('a', '1', 101)
  await get('a', '1', 101)
  assert.deepEqual([loads(), bytes()], [2, 0])
})

test('those who miss the same version at the same time share a load, also one that fails', async () => {
  const { get, loads } = countingCache(100)
  await Promise.all([get('a', '1'), get('a', '1'), get('a', '2'), get('b', '1')])
  assert.equal(loads(), 3)

  const cache = createBoardCache(100)
  const fail = () => cache.get('a', '1', () => Promise.reject(new Error('unavailable')))
  await Promise.all([assert.rejects(fail), assert.rejects(fail)])
  assert.equal((await cache.get('a', '1', async () => snapshotOf('1'))).version, '1')
})
