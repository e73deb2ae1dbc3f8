import type { UploadedFile } from '@atrium/core/schema'
import { inTransaction } from '@atrium/database/transaction'
import { putUpload } from '@atrium/storage/files'
import { orphanedContentTasks, removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Actor } from '#access-control/actor.ts'
import { lockSubject } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { NewFile, Purpose } from './file.contract.ts'
import * as queries from './file.queries.ts'

export async function uploadFile(deps: Deps, actor: Actor, { file, purpose = 'document', userId }: NewFile) {
  const content = await storeContent(deps, file, purpose)
  return inTransaction(deps, async tx =>
    recordFile(deps, tx, actor, await lockSubject(tx, actor, userId), content),
  )
}

/** Before the transaction that records it: an upload takes long. */
export async function storeContent(deps: Deps, upload: UploadedFile, purpose: Purpose, field = 'file') {
  const content = await putUpload(deps, upload, { field, mustBeImage: purpose === 'avatar' })
  return { ...content, purpose }
}

type StoredContent = Awaited<ReturnType<typeof storeContent>>

/** A new avatar replaces the current one. */
export async function recordFile(
  deps: Deps,
  tx: Database,
  actor: Actor,
  userId: number,
  content: StoredContent,
) {
  const now = deps.now().toISOString()
  const file = await queries.insertFile(tx, { ...content, userId, createdAt: now })
  if (file.purpose === 'avatar') await queries.setAvatar(tx, userId, file.id, now)
  const { name, purpose, size, type } = file
  const details = { userId, name, purpose, size, type }
  await audit(deps, tx, actor, { action: 'file.created', subjectType: 'file', subjectId: file.id, details })
  return file
}

export function deleteFile(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { userId, key, name } = await queries.getFile(tx, id)
    await lockSubject(tx, actor, userId)
    await queries.deleteFile(tx, id)
    await removeOrphanedContent(tx, key)
    const details = { userId, name }
    await audit(deps, tx, actor, { action: 'file.deleted', subjectType: 'file', subjectId: id, details })
  })
}

/** For the worker. */
export function storageTasks({ db, storage }: Deps) {
  return orphanedContentTasks(storage, key => queries.hasFileWithKey(db, key))
}
