import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { startStore } from '@atrium/testing/s3-store'
import { openStorage } from '../src/open-storage.ts'
import { newKey, type Storage } from '../src/storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'atrium-storage-'))
after(() => rm(folder, { recursive: true }))
const local = await openStorage(`file:${folder}/files`)
const store = await startStore()
const bucket = await openStorage(store.url)

for (const [kind, storage] of [
  ['a folder', local],
  ['a bucket', bucket],
] as const) {
  test(`${kind} returns stored content`, async () => {
    const key = newKey()
    const content = Buffer.alloc(300_000, 'atrium')
    await storage.put(key, inPieces(content), content.length)
    assert.deepEqual(await readContent(storage, key), content)
  })

  test(`${kind} stores an empty file`, async () => {
    const key = newKey()
    await storage.put(key, inPieces(Buffer.alloc(0)), 0)
    assert.equal((await readContent(storage, key)).length, 0)
  })

  test(`${kind} knows the size of what it has`, async () => {
    const key = newKey()
    assert.equal(await storage.sizeOf(key), undefined)
    await storage.put(key, inPieces(Buffer.from('four')), 4)
    assert.equal(await storage.sizeOf(key), 4)
  })

  test(`${kind} deletes content, and deleting twice is not an error`, async () => {
    const key = newKey()
    await storage.put(key, inPieces(Buffer.from('gone')), 4)
    await storage.delete(key)
    await storage.delete(key)
    await assert.rejects(storage.get(key), { statusCode: 404 })
  })

  test(`${kind} has no content for an unknown key`, async () => {
    await assert.rejects(storage.get(newKey()), { statusCode: 404 })
  })

  test(`${kind} never stores partial content`, async () => {
    for (const size of [3, 5]) {
      const key = newKey()
      await assert.rejects(storage.put(key, inPieces(Buffer.from('four')), size))
      await assert.rejects(storage.get(key), { statusCode: 404 })
    }
    const key = newKey()
    await assert.rejects(storage.put(key, broken(), 100_000))
    await assert.rejects(storage.get(key), { statusCode: 404 })
  })

  test(`${kind} refuses keys in another format`, async () => {
    for (const key of ['../../etc/passwd', '', 'a'.repeat(31), `${'a'.repeat(32)}/`, 'A'.repeat(32)]) {
      await assert.rejects(async () => storage.get(key), /key of a file/)
      await assert.rejects(async () => storage.delete(key), /key of a file/)
      await assert.rejects(async () => storage.put(key, inPieces(Buffer.from('x')), 1), /key of a file/)
    }
  })
}

test('files in a folder are private, two levels deep, and leave no temporary files', async () => {
  const key = newKey()
  await local.put(key, inPieces(Buffer.from('secret')), 6)
  const file = join(folder, 'files', key.slice(0, 2), key.slice(2, 4), key)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, 'files', key.slice(0, 2)))).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(join(folder, 'files', 'unfinished')), [])
})

test('an invalid STORAGE_URL is refused with a clear message', async () => {
  for (const url of ['ftp://x', 's3://host/bucket', 's3://key:secret@host', 's3://key:secret@host/a/b', '']) {
    await assert.rejects(openStorage(url), /^Error: STORAGE_URL must be .*\.$/)
  }
  await assert.rejects(openStorage('file:/dev/null/files'), /cannot be written: ENOTDIR\.$/)
})

for (const [name, address, reason] of [
  [
    'a wrong secret',
    (url: string) => url.replace(':store-secret@', ':wrong-secret@'),
    /refuses the key.*Signature/,
  ],
  [
    'an unknown key',
    (url: string) => url.replace('//store-key:', '//other-key:'),
    /refuses the key.*AccessKey/,
  ],
  ['a missing bucket', (url: string) => url.replace('/atrium?', '/missing?'), /no such bucket/],
  ['no server', () => 's3://key:wrong-secret@127.0.0.1:9/bucket?tls=false', /cannot be reached.*ECONN/],
] as const) {
  test(`a store with ${name} is a 503 with the cause but not the key`, async () => {
    const storage = await openStorage(address(store.url))
    const key = newKey()
    const refusals = [
      await errorOf(storage.put(key, inPieces(Buffer.alloc(300_000)), 300_000)),
      await errorOf(storage.get(key)),
      await errorOf(storage.delete(key)),
    ]
    for (const { statusCode, code, cause } of refusals) {
      assert.deepEqual([statusCode, code], [503, 'storage_unavailable'])
      assert.match(cause.message, reason)
      assert.doesNotMatch(inspect(cause), /wrong-secret|store-secret|other-key|Signature=/)
    }
    assert.equal((await errorOf(storage.check())).statusCode, 503)
    assert.ok(!store.objects.has(`${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`), 'nothing was stored')
  })
}

test('a working store passes the check', async () => {
  await local.check()
  await bucket.check()
})

test('the check of a store that does not answer ends, and says so', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const storage = await openStorage(`s3://key:secret@127.0.0.1:${port}/bucket?tls=false`)
  assert.equal((await errorOf(storage.check())).cause.message, 'the file store gave no answer in 3 s')
  silent.closeAllConnections()
  silent.close()
})

async function errorOf(refused: Promise<unknown>) {
  return (await refused.then(
    () => assert.fail('the call was not refused'),
    error => error,
  )) as { statusCode: number; code: string; cause: Error }
}

async function* inPieces(content: Buffer) {
  for (let start = 0; start < content.length; start += 100_000) yield content.subarray(start, start + 100_000)
}

async function* broken() {
  yield Buffer.alloc(50_000)
  throw new Error('the client disconnected')
}

async function readContent(storage: Storage, key: string) {
  return Buffer.concat(await (await storage.get(key)).toArray())
}
