import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVersionedCache } from '../src/versioned-cache.ts'

function countingCache(maxSize: number) {
  const cache = createVersionedCache({ maxSize, sizeOf })
  let loads = 0
  const get = (key: string, version: string, size = 10) =>
    cache.get(key, version, async () => {
      loads += 1
      return { version, size }
    })
  return { ...cache, get, loads: () => loads }
}

const sizeOf = (value: { version: string; size: number }) => value.size

test('a value is loaded once per version', async () => {
  const { get, loads } = countingCache(100)
  for (const version of ['1', '1', '2', '2', '2']) assert.equal((await get('a', version)).version, version)
  assert.equal(loads(), 2)
})

test('the least recently read values go first when they get too large', async () => {
  const { get, loads, size } = countingCache(100)
  for (const key of ['a', 'b', 'a', 'c']) await get(key, '1', 40)
  assert.equal(size(), 80)
  await get('a', '1', 40)
  assert.equal(loads(), 3, 'a was kept')
  await get('b', '1', 40)
  assert.equal(loads(), 4, 'b was not')
  await get('a', '2', 90)
  assert.equal(size(), 90)
})

test('a value that is too large is not kept', async () => {
  const { get, loads, size } = countingCache(100)
  await get('a', '1', 101)
  await get('a', '1', 101)
  assert.deepEqual([loads(), size()], [2, 0])
})

test('a cache without room keeps nothing', async () => {
  const { get, loads, size } = countingCache(0)
  await get('a', '1', 2)
  await get('a', '1', 2)
  assert.deepEqual([loads(), size()], [2, 0])
})

test('callers that miss the same version at the same time share a load, also one that fails', async () => {
  const { get, loads } = countingCache(100)
  await Promise.all([get('a', '1'), get('a', '1'), get('a', '2'), get('b', '1')])
  assert.equal(loads(), 3)

  const cache = createVersionedCache({ maxSize: 100 })
  const fail = () => cache.get('a', '1', () => Promise.reject(new Error('unavailable')))
  await Promise.all([assert.rejects(fail), assert.rejects(fail)])
  assert.equal((await cache.get('a', '1', async () => ({ version: '1' }))).version, '1')
})
