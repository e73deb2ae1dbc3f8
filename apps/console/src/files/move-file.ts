import { createHash } from 'node:crypto'
import { errorsOf, StartRefused } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import type { Storage } from '@atrium/storage/storage'
import type { FileRecord } from './file-records.ts'

const { NotFound } = errorsOf(sharedErrors)

export interface Move {
  from: Storage
  to: Storage
  deletesSource: boolean
  isRecorded: (record: FileRecord) => Promise<boolean>
}

/** `unrecorded`: the file was deleted during the move. */
export type Outcome = 'copied' | 'present' | 'missing' | 'damaged' | 'unrecorded'

/** Copies the content of one file. The source is deleted only after the copy was read back and compared with the record. */
export async function moveFile(move: Move, record: FileRecord): Promise<Outcome> {
  const { from, to, deletesSource, isRecorded } = move
  const isPresent = await hasContent(to, record)
  if (!isPresent) {
    const failure = await copy(from, to, record)
    if (!(await isRecorded(record))) {
      await to.delete(record.key)
      return 'unrecorded'
    }
    if (failure) return failure
    if (!(await hasContent(to, record)))
      throw new StartRefused('The new store returns something else than it was given')
  }
  if (deletesSource) await from.delete(record.key)
  return isPresent ? 'present' : 'copied'
}

async function copy(from: Storage, to: Storage, { key, size, sha256 }: FileRecord) {
  const found = await from.sizeOf(key)
  if (found === undefined) return 'missing'
  if (found !== size) return 'damaged'
  const digest = createHash('sha256')
  try {
    await to.put(key, digested(await from.get(key), digest), size)
  } catch (error) {
    if (error instanceof NotFound) return 'missing'
    throw error
  }
  if (digest.digest('hex') === sha256) return undefined
  await to.delete(key)
  return 'damaged'
}

async function* digested(content: AsyncIterable<Uint8Array>, digest: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    digest.update(chunk)
    yield chunk
  }
}

async function hasContent(storage: Storage, { key, size, sha256 }: FileRecord) {
  if ((await storage.sizeOf(key)) !== size) return false
  const digest = createHash('sha256')
  for await (const chunk of await storage.get(key)) digest.update(chunk)
  return digest.digest('hex') === sha256
}
