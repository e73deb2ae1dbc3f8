import { pageOf } from '@atrium/core/paging'
import { sendFile } from '@atrium/storage/files'
import type { Deps } from '#deps.ts'
import { anyProjectPlace } from '#projects/place.queries.ts'
import type { Route } from '#route.ts'
import { taskPlace } from '../task.queries.ts'
import * as commands from './attachment.commands.ts'
import {
  createAttachment,
  deleteAttachment,
  downloadAttachment,
  getAttachment,
  listAttachments,
} from './attachment.contract.ts'
import * as queries from './attachment.queries.ts'
import { attachmentPlace } from './attachment.queries.ts'
import * as projectFiles from './project-files.commands.ts'
import { getProjectFiles, limitProjectFiles } from './project-files.contract.ts'
import { readProjectFiles } from './project-files.queries.ts'

export function attachmentRoutes(route: Route, deps: Deps) {
  const { db, storage, settings } = deps

  route(listAttachments, { place: taskPlace }, ({ params, query }) =>
    queries.listAttachments(db, params.id, pageOf(query)),
  )

  route(
    createAttachment,
    { place: taskPlace, maxFileBytes: settings.STORAGE_MAX_BYTES },
    async ({ actor, params, body }) => ({
      item: await commands.createAttachment(deps, actor, params.id, body),
    }),
  )

  route(getProjectFiles, { place: anyProjectPlace }, async ({ params }) => ({
    item: await readProjectFiles(db, settings, params.id),
  }))

  route(limitProjectFiles, {}, async ({ actor, params, body }) => ({
    item: await projectFiles.limitProjectFiles(deps, actor, params.id, body.limitMb),
  }))

  route(getAttachment, { place: attachmentPlace }, async ({ params }) => ({
    item: await queries.getAttachment(db, params.id),
  }))

  route(downloadAttachment, { place: attachmentPlace }, async ({ params, request, reply }) =>
    sendFile(storage, request, reply, await queries.getAttachment(db, params.id)),
  )

  route(deleteAttachment, { place: attachmentPlace }, async ({ actor, params }) => {
    await commands.deleteAttachment(deps, actor, params.id)
    return { message: 'Attachment deleted' }
  })
}
