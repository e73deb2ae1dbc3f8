import { contractsOf, endpointsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, UploadedFile } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'

export const Attachment = Type.Object({
  id: Id,
  taskId: Id,
  uploaderId: Id,
  uploader: UserSummary,
  name: Type.String(),
  type: Type.String({
    description:
      'Detected from the content. Text and office documents, which cannot be detected reliably, keep the type that they were sent with',
  }),
  size: Type.Integer(),
  sha256: Type.String(),
  createdAt: Instant,
})
export type Attachment = Static<typeof Attachment>

export const NewAttachment = Body({ file: UploadedFile })
export type NewAttachment = Static<typeof NewAttachment>

const contract = contractsOf('Attachments')
const endpoint = endpointsOf('Attachments')

export const listAttachments = contract('listAttachments', 'GET /task/:id/attachment', {
  summary: 'List attachments',
  description: 'The files attached to the task.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Attachment),
})

export const createAttachment = endpoint('createAttachment', 'POST /task/:id/attachment', {
  summary: 'Attach a file',
  description:
    'A multipart form with the field `file`. The maximum size is `STORAGE_MAX_BYTES` (413); a task has at most 100 attachments (409).',
  access: inProject('attachment.write'),
  body: NewAttachment,
  reply: Item(Attachment),
  errors: ['task_deleted', 'too_many_attachments', 'project_files_full'],
})

export const getAttachment = contract('getAttachment', 'GET /attachment/:id', {
  summary: 'Get an attachment',
  description: 'Returns name, type, size and checksum. The content is at `GET /attachment/{id}/content`.',
  access: inProject('project.read'),
  reply: Item(Attachment),
})

export const downloadAttachment = endpoint('downloadAttachment', 'GET /attachment/:id/content', {
  summary: 'Download an attachment',
  description: 'Images are shown in the browser, all other types are downloaded. Supports `If-None-Match`.',
  access: inProject('project.read'),
  produces: ['application/octet-stream'],
  statuses: { 304: 'The cached file is still current (`If-None-Match`)' },
})

export const deleteAttachment = contract('deleteAttachment', 'DELETE /attachment/:id', {
  summary: 'Delete an attachment',
  description:
    'Members delete their own uploads, managers any. A task whose cover it is no longer has one. This cannot be undone.',
  access: inProject('attachment.write'),
  reply: Message,
  errors: ['task_deleted'],
})
