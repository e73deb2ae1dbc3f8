import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartRefused } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import { extract, type Pack, pack } from 'tar-stream'

/** An entry starts with its size, so a stream of unknown length is split into entries of this size. */
const PART_BYTES = 8 * 1024 * 1024
const CHECKSUMS = 'checksums.json'

type Checksums = Record<string, string>

export interface ArchiveWriter {
  add: (name: string, content: string | Buffer) => Promise<void>
  /** As `NAME.0001`, `NAME.0002` and so on. */
  addStream: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
  addFile: (name: string, path: string) => Promise<void>
}

/** Writes one compressed file, and verifies it before it replaces an older one. */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
  verify: (file: string) => Promise<void>,
) {
  const archive = pack()
  const unfinished = `${file}.new`
  const output = createWriteStream(unfinished, { mode: 0o600 })
  const written = pipeline(archive, createGzip(), output).catch(error => {
    throw new StartRefused(`Cannot write ${file}: ${error.code}`)
  })
  const filled = async () => {
    const checksums: Checksums = {}
    await fill(writerOf(archive, checksums))
    await addEntry(archive, CHECKSUMS, Buffer.from(JSON.stringify(checksums)))
    archive.finalize()
  }
  try {
    await Promise.all([written, filled()])
    await verify(unfinished)
    await rename(unfinished, file).catch(error => {
      throw new StartRefused(`Cannot write ${file}: ${error.code}`)
    })
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

function writerOf(archive: Pack, checksums: Checksums): ArchiveWriter {
  const add = async (name: string, content: string | Buffer) => {
    const bytes = Buffer.from(content)
    checksums[name] = sha256(bytes, 'hex')
    await addEntry(archive, name, bytes)
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
    addFile: async (name, path) => {
      const { size } = await stat(path)
      const digest = createHash('sha256')
      const entry = archive.entry({ name, size, mode: 0o600 })
      await pipeline(hashed(createReadStream(path), digest), entry)
      checksums[name] = digest.digest('hex')
    },
  }
}

function addEntry(archive: Pack, name: string, content: Buffer) {
  return new Promise<void>((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, error => (error ? reject(error) : resolve()))
  })
}

/** Passes on every entry, and fails if one is missing or damaged. An archive of the first format has no checksums. */
export async function readArchive(
  file: string,
  handle: (name: string, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<string[]> {
  const archive = extract()
  const gunzip = createGunzip()
  let unreadable: Error | undefined
  gunzip.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('Z_')) unreadable = error
  })
  const read = pipeline(createReadStream(file), gunzip, archive)
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

export async function unpackArchive(file: string, folder: string) {
  await readArchive(file, async (name, content) => {
    const path = join(folder, normalize(`/${name}`)) // no entry leads out of the folder
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
  })
}

export async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8').catch(() => '{}'))
}
