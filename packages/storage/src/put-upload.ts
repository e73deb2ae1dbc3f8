import { errorsOf } from '@atrium/core/coded-errors'
import type { UploadedFile } from '@atrium/core/schema'
import { sharedErrors } from '@atrium/core/shared.errors'
import type { Kysely } from 'kysely'
import { detectType, isImage } from './content-type.ts'
import { newKey } from './key.ts'
import { removeOrphanedContent } from './orphaned-content.ts'
import type { Storage } from './storage.ts'

const { ValidationFailed } = errorsOf(sharedErrors)

const HOUR_MS = 3_600_000
const LONGEST_NAME = 255

interface Store<DB> {
  db: Kysely<DB>
  storage: Storage
  now: () => Date
}

interface UploadRules {
  /** The form field of the file, for error details. */
  field?: string
  mustBeImage?: boolean
}

/**
 * Stores the content of a file, before the transaction that records it; without a record within the hour it is removed.
 * Returns the fields of the record.
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
  await removeOrphanedContent(db, key, new Date(now().getTime() + HOUR_MS))
  await storage.put(key, content(), size)
  return { key, name: cleanFileName(name), type, size, sha256 }
}

/** A name may be any text: what is left has no path, nothing invisible, and is not too long. */
function cleanFileName(name: string) {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/\p{C}/gu, '').trim()
  return [...visible].slice(0, LONGEST_NAME).join('') || 'file'
}
