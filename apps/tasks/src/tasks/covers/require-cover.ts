import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import { coverTypes, MAX_COVER_BYTES } from './cover.contract.ts'

/** The caller has locked the task, so none of its attachments is deleted meanwhile. */
export async function requireCover(tx: Database, taskId: number, coverId: number | null | undefined) {
  if (!coverId) return
  const attachment = await tx
    .selectFrom('attachments')
    .where('id', '=', coverId)
    .where('taskId', '=', taskId)
    .select(['type', 'size'])
    .executeTakeFirst()
  if (!attachment) throw new ValidationFailed({ coverId: 'attachment_of_task_expected' })
  if (!coverTypes.includes(attachment.type)) throw new ValidationFailed({ coverId: 'cover_image_expected' })
  if (attachment.size > MAX_COVER_BYTES) throw new ValidationFailed({ coverId: 'cover_too_large' })
}
