import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartRefused } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import { extract, type Pack, pack } from 'tar-stream'
import { describeBackup, readBackup, writeBackup } from './backup-address.ts'

/** An entry starts with its size, so a stream of unknown length is split into entries of this size. */
const PART_BYTES = 8 * 1024 * 1024
const CHECKSUMS = 'checksums.json'

type Checksums = Record<string, string>

export interface ArchiveWriter {
  add: (name: string, content: string | Buffer) => Promise<void>
  /** Stores the stream in parts called `NAME.0001`, `NAME.0002` and so on. */
  addStream: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
  addFile: (name: string, path: string) => Promise<void>
  /** Content of a known size, which may be large. */
  addContent: (name: string, content: AsyncIterable<Buffer>, size: number) => Promise<void>
}

/** Writes one compressed file, and verifies it before it replaces an older one. */
export async function writeArchive(
  address: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  verify: (written: string) => Promise<void>,
) {
  const archive = pack()
  const compressed = archive.pipe(createGzip())
  // Errors of both streams are thrown below, where they are written to and read from.
  archive.on('error', () => {})
  compressed.on('error', () => {})
  const filled = async () => {
    try {
      const checksums: Checksums = {}
      await fill(writerOf(archive, checksums))
      await addEntry(archive, CHECKSUMS, Buffer.from(JSON.stringify(checksums)))
      archive.finalize()
    } catch (error) {
      if (compressed.destroyed) return // what it is written to has failed, and says why
      compressed.destroy(error as Error)
      throw error
    }
  }
  const written = writeBackup(address, compressed, verify)
  await Promise.all([filled(), written])
}

function writerOf(archive: Pack, checksums: Checksums): ArchiveWriter {
  const add = async (name: string, content: string | Buffer) => {
    const bytes = Buffer.from(content)
    checksums[name] = sha256(bytes, 'hex')
    await addEntry(archive, name, bytes)
  }
  const addContent = async (name: string, content: AsyncIterable<Buffer>, size: number) => {
    const digest = createHash('sha256')
    const entry = archive.entry({ name, size, mode: 0o600 })
    await pipeline(hashed(content, digest), entry)
    checksums[name] = digest.digest('hex')
  }
  return {
    add,
    addStream: async (name, content) => {
      let part = 0
      const addPart = (bytes: Buffer) => add(`${name}.${String(++part).padStart(4, '0')}`, bytes)
      let waiting: Buffer[] = []
      let size = 0
      for await (const chunk of content) {
        waiting.push(chunk)
        size += chunk.length
        if (size < PART_BYTES) continue
        await addPart(Buffer.concat(waiting))
        waiting = []
        size = 0
      }
      if (size > 0 || part === 0) await addPart(Buffer.concat(waiting))
    },
    addFile: async (name, path) => addContent(name, createReadStream(path), (await stat(path)).size),
    addContent,
  }
}

function addEntry(archive: Pack, name: string, content: Buffer) {
  return new Promise<void>((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, error => (error ? reject(error) : resolve()))
  })
}

/** Passes on every entry, and fails if one is missing or damaged. An archive of the first format has no checksums. */
export async function readArchive(
  address: string,
  handle: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<string[]> {
  const archive = extract()
  const gunzip = createGunzip()
  let unreadable: Error | undefined
  gunzip.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('Z_')) unreadable = error
  })
  const file = describeBackup(address)
  const read = pipeline(await readBackup(address), gunzip, archive)
  read.catch(() => {}) // thrown by the loop below
  const found: Checksums = {}
  let expected: Checksums | undefined
  try {
    for await (const entry of archive) {
      const { name } = entry.header
      const digest = createHash('sha256')
      if (name === CHECKSUMS)
        expected = JSON.parse((await bytesOf(entry as AsyncIterable<Buffer>)).toString())
      else await handle(name, hashed(entry as AsyncIterable<Buffer>, digest))
      if (name !== CHECKSUMS) found[name] = digest.digest('hex')
    }
    await read
  } catch (error) {
    // The loop may only know that the stream has ended.
    const { message } = unreadable ?? (error as Error)
    throw new StartRefused(`${file} is not a complete backup: ${message}`)
  }
  const names = Object.keys(expected ?? found)
  const damaged = expected ? names.filter(name => found[name] !== expected?.[name]) : []
  if (damaged.length > 0) throw new StartRefused(`${file} is not a complete backup: ${damaged[0]} is damaged`)
  return Object.keys(found)
}

async function* hashed(content: AsyncIterable<Buffer>, digest: Hash) {
  for await (const chunk of content) {
    digest.update(chunk)
    yield chunk
  }
}

export async function bytesOf(content: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function unpackArchive(address: string, folder: string) {
  await readArchive(address, async (name, content) => {
    const path = join(folder, normalize(`/${name}`)) // no entry leads out of the folder
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
  })
}

export async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
}
