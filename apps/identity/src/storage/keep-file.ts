import type { UploadedFile } from '@atrium/core/schema'
import { putUpload } from '@atrium/storage/put-upload'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database, Deps } from '#deps.ts'
import type { Purpose } from './file.contract.ts'
import { insertFile, setAvatar } from './file.queries.ts'

/** The first half of keeping a file, before the transaction that records it: its content. */
export async function keepContent(deps: Deps, upload: UploadedFile, purpose: Purpose, field = 'file') {
  const content = await putUpload(deps, upload, { field, mustBeImage: purpose === 'avatar' })
  return { ...content, purpose }
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
