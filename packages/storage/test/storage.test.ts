import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newKey, openStorage, type Storage } from '../src/storage.ts'
import { startStore } from './s3-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'atrium-storage-'))
after(() => rm(folder, { recursive: true }))
const local = await openStorage(`file:${folder}/files`)
const store = await startStore(join(folder, 's3'))
const bucket = await openStorage(store.url)

for (const [kind, storage] of [
  ['a folder', local],
  ['a bucket', bucket],
] as const) {
  test(`${kind} gives back what was put into it`, async () => {
    const key = newKey()
    const content = Buffer.alloc(300_000, 'atrium')
    await storage.put(key, inPieces(content), content.length)
    assert.deepEqual(await contentOf(storage, key), content)
  })

  test(`${kind} keeps an empty file too`, async () => {
    const key = newKey()
    await storage.put(key, inPieces(Buffer.alloc(0)), 0)
    assert.equal((await contentOf(storage, key)).length, 0)
  })

  test(`${kind} deletes, and deletes again without complaint`, async () => {
    const key = newKey()
    await storage.put(key, inPieces(Buffer.from('gone')), 4)
    await storage.delete(key)
    await storage.delete(key)
    await assert.rejects(storage.get(key), { statusCode: 404 })
  })

  test(`${kind} has nothing at a key that was never used`, async () => {
    await assert.rejects(storage.get(newKey()), { statusCode: 404 })
  })

  test(`${kind} takes content whole or not at all`, async () => {
    for (const size of [3, 5]) {
      const key = newKey()
      await assert.rejects(storage.put(key, inPieces(Buffer.from('four')), size))
      await assert.rejects(storage.get(key), { statusCode: 404 })
    }
    const key = newKey()
    await assert.rejects(storage.put(key, broken(), 100_000))
    await assert.rejects(storage.get(key), { statusCode: 404 })
  })

  test(`${kind} knows no other keys than its own`, async () => {
    for (const key of ['../../etc/passwd', '', 'a'.repeat(31), `${'a'.repeat(32)}/`, 'A'.repeat(32)]) {
      await assert.rejects(async () => storage.get(key), /no key/)
      await assert.rejects(async () => storage.delete(key), /no key/)
      await assert.rejects(async () => storage.put(key, inPieces(Buffer.from('x')), 1), /no key/)
    }
  })
}

test('files in a folder are for their owner only, two levels deep, and nothing unfinished stays', async () => {
  const key = newKey()
  await local.put(key, inPieces(Buffer.from('secret')), 6)
  const file = join(folder, 'files', key.slice(0, 2), key.slice(2, 4), key)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, 'files', key.slice(0, 2)))).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(join(folder, 'files', 'unfinished')), [])
})

test('an address that names no store is refused in one sentence', async () => {
  for (const url of ['ftp://x', 's3://host/bucket', 's3://key:secret@host', 's3://key:secret@host/a/b', '']) {
    await assert.rejects(openStorage(url), /^Error: STORAGE_URL must be .*\.$/)
  }
  await assert.rejects(openStorage('file:/dev/null/files'), /cannot be written: ENOTDIR\.$/)
})

test('a store that does not answer is a 503', async () => {
  const nowhere = await openStorage('s3://key:secret@127.0.0.1:9/bucket?tls=false')
  await assert.rejects(nowhere.get(newKey()), { statusCode: 503 })
  const elsewhere = await openStorage(store.url.replace('/atrium?', '/nobodys?'))
  await assert.rejects(elsewhere.get(newKey()), { statusCode: 503 })
})

async function* inPieces(content: Buffer) {
  for (let start = 0; start < content.length; start += 100_000) yield content.subarray(start, start + 100_000)
}

async function* broken() {
  yield Buffer.alloc(50_000)
  throw new Error('the sender went away')
}

async function contentOf(storage: Storage, key: string) {
  return Buffer.concat(await (await storage.get(key)).toArray())
}
