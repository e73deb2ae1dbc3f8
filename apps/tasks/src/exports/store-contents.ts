import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { putUpload } from '@atrium/storage/files'
import type { Deps } from '#deps.ts'
import type { ExportedRow } from './project-rows.ts'
import { readRecords, refusal } from './read-export.ts'

/** Keys of the contents by the numbers of their attachments. Without a record within the hour, content is removed. */
export async function storeContents(deps: Deps, folder: string) {
  const keys = new Map<number, { key: string; type: string }>()
  for await (const attachment of readRecords(folder, 'attachments')) {
    const stored = await storeContent(deps, folder, attachment)
    if (stored) keys.set(Number(attachment.id), stored)
  }
  return keys
}

/** Undefined if the content was missing when the export was written. */
async function storeContent(deps: Deps, folder: string, attachment: ExportedRow) {
  const [id, sha256] = [Number(attachment.id), String(attachment.sha256)]
  const path = join(folder, 'files', sha256)
  if (!existsSync(path)) return undefined
  const { size } = await stat(path)
  if (size !== attachment.size || (await checksumOf(path)) !== sha256) throw refusal('attachments', id)
  const { name, type } = attachment
  const content = () => createReadStream(path)
  return putUpload(deps, { name: String(name), type: String(type), size, sha256, content })
}

async function checksumOf(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
