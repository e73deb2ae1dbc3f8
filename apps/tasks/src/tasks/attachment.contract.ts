import { Body, Id, Instant, UploadedFile } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { UserSummary } from '#administration/user.contract.ts'

export const Attachment = Type.Object({
  id: Id,
  taskId: Id,
  uploaderId: Id,
  uploader: UserSummary,
  name: Type.String(),
  type: Type.String({ description: 'Detected from the content, not from the file name' }),
  size: Type.Integer(),
  sha256: Type.String(),
  createdAt: Instant,
})
export type Attachment = Static<typeof Attachment>

export const NewAttachment = Body({ file: UploadedFile })
export type NewAttachment = Static<typeof NewAttachment>
