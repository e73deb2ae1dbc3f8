import { listReply, pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { fileStatuses, sendFile } from '@atrium/storage/send-file'
import { actorOf, bodyUser, listedUser, needs, ownOrAny, queryUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { removeFile, uploadFile } from './file.commands.ts'
import { FileFilters, NewFile, StoredFile } from './file.contract.ts'
import { countFiles, findFileOwner, getFile, isCurrentAvatar, listFiles } from './file.queries.ts'

const tags = ['Storage']

export function fileRoutes(app: App, deps: Deps) {
  const { db, storage, settings } = deps
  const findOwner = (id: number) => findFileOwner(db, id)
  const read = needs('user:read', ownOrAny('storage.read', 'File', findOwner))
  const isShown = (id: number) => isCurrentAvatar(db, id)
  const readContent = needs('user:read', ownOrAny('storage.read', 'File', findOwner, isShown))
  const write = needs('user:write', ownOrAny('storage.write', 'File', findOwner))

  app.get(
    '/storage/files',
    {
      config: { access: needs('user:read', selfOrAny('storage.read', queryUser)) },
      schema: {
        tags,
        summary: 'List files',
        description:
          'Your own files, or those of `userId`. With the permission `storage.read.any` and without `userId`, the files of all users.',
        querystring: FileFilters,
        response: { 200: List(StoredFile) },
      },
    },
    async request => {
      const page = pageOf(request.query)
      const filters = { ...request.query, userId: listedUser(request, 'storage.read') }
      const [items, total] = await Promise.all([listFiles(db, filters, page), countFiles(db, filters)])
      return listReply(items, total, page)
    },
  )

  app.post(
    '/storage/files',
    {
      config: {
        access: needs('user:write', selfOrAny('storage.write', bodyUser)),
        maxFileBytes: settings.STORAGE_MAX_BYTES,
      },
      schema: {
        tags,
        summary: 'Upload a file',
        description:
          'A multipart form with the field `file`. Without `userId`, the file is your own. The maximum size is `STORAGE_MAX_BYTES` (413).',
        body: NewFile,
        response: { 200: Item(StoredFile) },
      },
    },
    async request => ({ item: await uploadFile(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/storage/files/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get a file',
        description:
          'Returns name, type, size and checksum. The content is at `GET /storage/files/{id}/content`.',
        params: IdParams,
        response: { 200: Item(StoredFile) },
      },
    },
    async ({ params }) => ({ item: await getFile(db, params.id) }),
  )

  app.get(
    '/storage/files/:id/content',
    {
      config: { access: readContent, openapi: { statuses: fileStatuses } },
      schema: {
        tags,
        summary: 'Download a file',
        description:
          'Images are shown in the browser, all other types are downloaded. Every user may read the current avatar of another. Supports `If-None-Match`.',
        params: IdParams,
        produces: ['application/octet-stream'],
      },
    },
    async (request, reply) => sendFile(storage, request, reply, await getFile(db, request.params.id)),
  )

  app.delete(
    '/storage/files/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a file',
        description: 'Deletes the file and its content permanently.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeFile(deps, actorOf(request), request.params.id)
      return { message: 'The file is deleted' }
    },
  )
}
