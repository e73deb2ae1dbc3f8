import { pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { fileStatuses, sendFile } from '@atrium/storage/send-file'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { Attachment, NewAttachment } from './attachment.contract.ts'
import { findAttachmentPlace, getAttachment, listAttachments } from './attachment.queries.ts'
import { removeAttachment } from './delete-attachment.ts'
import { findTaskPlace } from './task.queries.ts'
import { uploadAttachment } from './upload-attachment.ts'

const tags = ['Attachments']

export function attachmentRoutes(app: App, deps: Deps) {
  const { db, storage, settings } = deps
  const ofTask = (userId: number, id: number) => findTaskPlace(db, userId, id)
  const ofAttachment = (userId: number, id: number) => findAttachmentPlace(db, userId, id)
  const read = inProject('project.read', 'Attachment', ofAttachment)

  app.get(
    '/task/:id/attachment',
    {
      config: { access: inProject('project.read', 'Task', ofTask) },
      schema: {
        tags,
        summary: 'List attachments',
        description: 'The files attached to the task.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: List(Attachment) },
      },
    },
    async ({ params, query }) => listAttachments(db, params.id, pageOf(query)),
  )

  app.post(
    '/task/:id/attachment',
    {
      config: {
        access: inProject('attachment.write', 'Task', ofTask),
        maxFileBytes: settings.STORAGE_MAX_BYTES,
      },
      schema: {
        tags,
        summary: 'Attach a file',
        description:
          'A multipart form with the field `file`. The maximum size is `STORAGE_MAX_BYTES` (413); a task has at most 100 attachments (409).',
        params: IdParams,
        body: NewAttachment,
        response: { 200: Item(Attachment) },
      },
    },
    async request => ({
      item: await uploadAttachment(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.get(
    '/attachment/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get an attachment',
        description:
          'Returns name, type, size and checksum. The content is at `GET /attachment/{id}/content`.',
        params: IdParams,
        response: { 200: Item(Attachment) },
      },
    },
    async ({ params }) => ({ item: await getAttachment(db, params.id) }),
  )

  app.get(
    '/attachment/:id/content',
    {
      config: { access: read, openapi: { statuses: fileStatuses } },
      schema: {
        tags,
        summary: 'Download an attachment',
        description:
          'Images are shown in the browser, all other types are downloaded. Supports `If-None-Match`.',
        params: IdParams,
        produces: ['application/octet-stream'],
      },
    },
    async (request, reply) => sendFile(storage, request, reply, await getAttachment(db, request.params.id)),
  )

  app.delete(
    '/attachment/:id',
    {
      config: { access: inProject('attachment.write', 'Attachment', ofAttachment) },
      schema: {
        tags,
        summary: 'Delete an attachment',
        description: 'Members delete their own uploads, managers any. This cannot be undone.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeAttachment(deps, actorOf(request), request.params.id)
      return { message: 'The attachment is deleted' }
    },
  )
}
