import { ValidationFailed } from '@atrium/http/errors'
import type { UploadedFile } from '@atrium/http/replies'
import { detectType } from '@atrium/storage/content-type'
import { newKey } from '@atrium/storage/storage'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import { insertFile, setAvatar } from './file.queries.ts'
import type { Purpose } from './file.schema.ts'
import { cleanFileName } from './file-name.ts'
import { isImage } from './image-types.ts'
import { removeLooseContent } from './loose-content.ts'

const HOUR_MS = 3_600_000

/** The first half of keeping a file, before the transaction that records it: its content. */
export async function keepContent(
  { db, storage, now }: Deps,
  upload: UploadedFile,
  purpose: Purpose,
  field = 'file',
) {
  const { name, size, sha256 } = upload
  if (size === 0) throw new ValidationFailed({ [field]: ['must not be empty'] })
  const type = await detectType(upload.content())
  if (purpose === 'avatar' && !isImage(type)) {
    throw new ValidationFailed({ [field]: ['must be an image: PNG, JPEG, GIF, WebP or AVIF'] })
  }
  const key = newKey()
  await removeLooseContent(db, key, new Date(now().getTime() + HOUR_MS))
  await storage.put(key, upload.content(), size)
  return { key, purpose, name: cleanFileName(name), type, size, sha256 }
}

type KeptContent = Awaited<ReturnType<typeof keepContent>>

/** The second half; the newest avatar is the one that is shown. */
export async function recordFile(
  deps: Deps,
  tx: Database,
  actor: Actor,
  userId: number,
  content: KeptContent,
) {
  const now = deps.now().toISOString()
  const file = await insertFile(tx, { ...content, userId, createdAt: now })
  if (file.purpose === 'avatar') await setAvatar(tx, userId, file.id, now)
  const { name, purpose, size, type } = file
  const details = { userId, name, purpose, size, type }
  await audit(deps, tx, actor, { action: 'file.created', subjectType: 'file', subjectId: file.id, details })
  return file
}
