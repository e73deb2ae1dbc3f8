import { EntityNotFound } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { requireRight } from '#projects/require-right.ts'
import { deleteAttachment, findAttachmentPlace, getAttachment } from './attachment.queries.ts'
import { lockTask } from './task.queries.ts'

/** By who attached it, or by whoever may delete any. */
export function removeAttachment(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { taskId, uploaderId, key, name, size } = await getAttachment(tx, id)
    if (uploaderId !== actor.id) {
      const place = await findAttachmentPlace(tx, actor.id, id)
      if (!place) throw new EntityNotFound('Attachment')
      requireRight(actor, place, 'attachment.delete.any')
    }
    const { projectId, boardId } = await lockTask(tx, taskId)
    await deleteAttachment(tx, id)
    await removeOrphanedContent(tx, key)
    await emit({
      type: 'attachment.deleted',
      projectId,
      boardId,
      taskId,
      actorId: actor.id,
      before: { attachmentId: id, name, size },
    })
  })
}
