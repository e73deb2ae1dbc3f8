import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { putUpload } from '@atrium/storage/put-upload'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Attachment, NewAttachment } from './attachment.contract.ts'
import { getAttachment, insertAttachment } from './attachment.queries.ts'
import { lockTask } from './task.queries.ts'

const MOST_ATTACHMENTS = 100

/** The bytes first, then the record: what is refused here is removed again by the job that removes orphaned content. */
export async function uploadAttachment(
  deps: Deps,
  actor: Actor,
  taskId: number,
  { file }: NewAttachment,
): Promise<Attachment> {
  const content = await putUpload(deps, file)
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId, attachmentCount } = await lockTask(tx, taskId)
    if (attachmentCount >= MOST_ATTACHMENTS) {
      throw new Conflict(`A task has at most ${MOST_ATTACHMENTS} attachments`, { limit: MOST_ATTACHMENTS })
    }
    const createdAt = deps.now().toISOString()
    const attachmentId = await insertAttachment(tx, { ...content, taskId, uploaderId: actor.id, createdAt })
    const { name, size } = content
    await emit({
      type: 'attachment.created',
      projectId,
      boardId,
      taskId,
      actorId: actor.id,
      after: { attachmentId, name, size },
    })
    return getAttachment(tx, attachmentId)
  })
}
