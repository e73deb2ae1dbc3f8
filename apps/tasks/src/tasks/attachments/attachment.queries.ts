import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { Insertable } from 'kysely'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Attachments, Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { selectTaskAccess } from '../task.queries.ts'

export async function findAttachmentAccess(db: Database, userId: number, id: number) {
  const access = await selectTaskAccess(db, userId)
    .innerJoin('attachments', 'attachments.taskId', 'tasks.id')
    .where('attachments.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const attachmentRecord = { find: findAttachmentAccess, notFound: 'attachment_not_found' } as const

/** With the storage key of its content. */
export async function getAttachment(db: Database, id: number) {
  const attachment = await selectAttachments(db).where('attachments.id', '=', id).executeTakeFirst()
  if (!attachment) throw new NotFound('attachment_not_found')
  return attachment
}

export function listAttachments(db: Database, taskId: number, page: Page) {
  return listPage(
    selectAttachments(db).where('attachments.taskId', '=', taskId).orderBy('attachments.id'),
    page,
  )
}

export async function insertAttachment(tx: Database, attachment: Insertable<Attachments>) {
  const { id } = await tx
    .insertInto('attachments')
    .values(attachment)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteAttachment(tx: Database, id: number) {
  const { numDeletedRows } = await tx.deleteFrom('attachments').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('attachment_not_found')
}

export async function hasAttachmentWithKey(db: Database, key: string) {
  const attachment = await db.selectFrom('attachments').where('key', '=', key).select('id').executeTakeFirst()
  return attachment !== undefined
}

function selectAttachments(db: Database) {
  return db
    .selectFrom('attachments')
    .innerJoin('users', 'users.id', 'attachments.uploaderId')
    .select([
      'attachments.id',
      'attachments.taskId',
      'attachments.uploaderId',
      'attachments.key',
      'attachments.name',
      'attachments.type',
      'attachments.size',
      'attachments.sha256',
      'attachments.createdAt',
      userSummary.$castTo<UserSummary>().as('uploader'),
    ])
}
