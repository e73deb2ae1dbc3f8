import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { ValidationFailed } from '#errors.ts'

/** The only names that an archive can have: nothing in it decides about a path. */
const entryName = /^(export\.json|schema\.json|[a-zA-Z]{1,40}\.ndjson|files\/[0-9a-f]{64})$/

/** Unpacks the export of a project into a folder, up to a limit: an archive can grow a thousandfold. */
export async function unpackArchive(archive: AsyncIterable<Uint8Array>, folder: string, maxBytes: number) {
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  const entries = extract()
  let left = maxBytes
  const read = pipeline(archive, createGunzip(), entries)
  read.catch(() => {}) // thrown by the loop below
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      if (type !== 'file' || !entryName.test(name)) throw new ValidationFailed({ file: 'export_unreadable' })
      const limited = async function* (content: AsyncIterable<Buffer>) {
        for await (const chunk of content) {
          left -= chunk.length
          if (left < 0) throw new ValidationFailed({ file: 'export_too_large' })
          yield chunk
        }
      }
      await pipeline(
        limited(entry as AsyncIterable<Buffer>),
        createWriteStream(join(folder, name), { mode: 0o600 }),
      )
    }
    await read
  } catch (error) {
    entries.destroy()
    if (error instanceof ValidationFailed) throw error
    throw new ValidationFailed({ file: 'export_unreadable' })
  }
}
