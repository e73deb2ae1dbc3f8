import { type Emit, inTransaction } from '@atrium/database/transaction'
import { putUpload } from '@atrium/storage/files'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import type { Event } from '#events.ts'
import { requireRight } from '#projects/require-right.ts'
import { writeTask } from '../task.commands.ts'
import { type LockedTask, lockTask } from '../task.queries.ts'
import { emitTaskChanges } from '../task-events.ts'
import type { Attachment, NewAttachment } from './attachment.contract.ts'
import * as queries from './attachment.queries.ts'
import { findAttachmentAccess, getAttachment } from './attachment.queries.ts'
import { requireSpace } from './project-files.commands.ts'

const MAX_ATTACHMENTS = 100

/** Stores the content first; if the record is then refused, a job deletes the content. */
export async function createAttachment(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { file }: NewAttachment,
): Promise<Attachment> {
  const content = await putUpload(deps, file)
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId, attachmentCount } = await lockTask(tx, taskId)
    if (attachmentCount >= MAX_ATTACHMENTS) {
      throw new Conflict('too_many_attachments', { limit: MAX_ATTACHMENTS })
    }
    await requireSpace(tx, deps, projectId, content.size)
    const record = {
      ...content,
      taskId,
      projectId,
      uploaderId: actor.id,
      createdAt: deps.now().toISOString(),
    }
    const attachmentId = await queries.insertAttachment(tx, record)
    const after = { attachmentId, name: content.name, size: content.size }
    await emit({ type: 'attachment.created', projectId, boardId, taskId, actorId: actor.id, after })
    return getAttachment(tx, attachmentId)
  })
}

export function deleteAttachment(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { taskId, uploaderId, key, name, size } = await getAttachment(tx, id)
    if (uploaderId !== actor.id) {
      const access = await findAttachmentAccess(tx, actor.id, id)
      if (!access) throw new NotFound('attachment_not_found')
      requireRight(actor, access, 'attachment.delete.any')
    }
    const task = await lockTask(tx, taskId)
    const { projectId, boardId } = task
    if (task.coverId === id) await clearCover(tx, emit, actor, task, deps.now())
    await queries.deleteAttachment(tx, id)
    await removeOrphanedContent(tx, key)
    const before = { attachmentId: id, name, size }
    await emit({ type: 'attachment.deleted', projectId, boardId, taskId, actorId: actor.id, before })
  })
}

/** Other clients see the card without its cover, and a change that is based on the cover conflicts. */
async function clearCover(tx: Database, emit: Emit<Event>, actor: Actor, task: LockedTask, now: Date) {
  const changes = { coverId: null, version: task.version + 1 }
  await writeTask(tx, task, changes, ['coverId'], now)
  await emitTaskChanges(emit, actor, task, { ...task, ...changes })
}
