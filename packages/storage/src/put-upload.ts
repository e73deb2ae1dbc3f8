import { errorsOf } from '@atrium/core/coded-errors'
import type { UploadedFile } from '@atrium/core/schema'
import { sharedErrors } from '@atrium/core/shared.errors'
import type { Kysely } from 'kysely'
import { detectType } from './content-type.ts'
import { cleanFileName } from './file-name.ts'
import { isImage } from './image-types.ts'
import { removeLooseContent } from './loose-content.ts'
import { newKey, type Storage } from './storage.ts'

const { ValidationFailed } = errorsOf(sharedErrors)

const HOUR_MS = 3_600_000

interface Store<DB> {
  db: Kysely<DB>
  storage: Storage
  now: () => Date
}

interface UploadRules {
  /** Where the form has the file, for what is said about it. */
  field?: string
  mustBeImage?: boolean
}

/**
 * The content of a file, before the transaction that records it; without a record within the hour it is removed. The
 * answer is what a record says of it.
 */
export async function putUpload<DB>(
  { db, storage, now }: Store<DB>,
  { name, size, sha256, content }: UploadedFile,
  { field = 'file', mustBeImage = false }: UploadRules = {},
) {
  if (size === 0) throw new ValidationFailed({ [field]: 'empty' })
  const type = await detectType(content())
  if (mustBeImage && !isImage(type)) throw new ValidationFailed({ [field]: 'image_expected' })
  const key = newKey()
  await removeLooseContent(db, key, new Date(now().getTime() + HOUR_MS))
  await storage.put(key, content(), size)
  return { key, name: cleanFileName(name), type, size, sha256 }
}
