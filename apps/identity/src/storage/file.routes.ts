import { pageOf } from '@atrium/core/paging'
import { sendFile } from '@atrium/storage/files'
import type { Deps } from '#deps.ts'
import { bodyUser, listedUser, queryUser, type Route } from '#route.ts'
import * as commands from './file.commands.ts'
import { deleteFile, downloadFile, getFile, listFiles, uploadFile } from './file.contract.ts'
import * as queries from './file.queries.ts'

/** Every page shows avatars. A new one has a new address, so a cached one is never outdated. */
const AVATAR_MAX_AGE_SECONDS = 3600

const owner = { find: queries.findFileOwner, notFound: 'file_not_found' } as const

export function fileRoutes(route: Route, deps: Deps) {
  const { db, storage, settings } = deps

  route(listFiles, { subject: queryUser }, ({ actor, query }) => {
    const filters = { ...query, userId: listedUser(actor, query.userId, 'storage.read') }
    return queries.listFiles(db, filters, pageOf(query))
  })

  route(
    uploadFile,
    { subject: bodyUser, maxFileBytes: settings.STORAGE_MAX_BYTES },
    async ({ actor, body }) => ({ item: await commands.uploadFile(deps, actor, body) }),
  )

  route(getFile, { owner }, async ({ params }) => ({ item: await queries.getFile(db, params.id) }))

  route(
    downloadFile,
    { owner: { ...owner, isPublic: queries.isCurrentAvatar } },
    async ({ params, request, reply }) => {
      const file = await queries.getFile(db, params.id)
      const caching = file.purpose === 'avatar' ? { maxAgeSeconds: AVATAR_MAX_AGE_SECONDS } : {}
      return sendFile(storage, request, reply, file, caching)
    },
  )

  route(deleteFile, { owner }, async ({ actor, params }) => {
    await commands.deleteFile(deps, actor, params.id)
    return { message: 'File deleted' }
  })
}
