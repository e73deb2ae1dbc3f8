import { pageOf } from '@atrium/core/paging'
import { sendFile } from '@atrium/storage/files'
import type { Deps } from '#deps.ts'
import { anyProjectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './attachment.commands.ts'
import * as contracts from './attachment.contract.ts'
import * as queries from './attachment.queries.ts'
import { attachmentRecord } from './attachment.queries.ts'
import * as projectFiles from './project-files.commands.ts'
import { getProjectFiles, limitProjectFiles } from './project-files.contract.ts'
import { readProjectFiles } from './project-files.queries.ts'

export function attachmentRoutes(route: Route, deps: Deps) {
  const { db, storage, settings } = deps

  route(contracts.listAttachments, { record: taskRecord }, ({ params, query }) =>
    queries.listAttachments(db, params.id, pageOf(query)),
  )

  route(
    contracts.createAttachment,
    { record: taskRecord, maxFileBytes: settings.STORAGE_MAX_BYTES },
    async ({ actor, params, body }) => ({
      item: await commands.createAttachment(deps, actor, params.id, body),
    }),
  )

  route(getProjectFiles, { record: anyProjectRecord }, async ({ params }) => ({
    item: await readProjectFiles(db, settings, params.id),
  }))

  route(limitProjectFiles, {}, async ({ actor, params, body }) => ({
    item: await projectFiles.limitProjectFiles(deps, actor, params.id, body.limitMb),
  }))

  route(contracts.getAttachment, { record: attachmentRecord }, async ({ params }) => ({
    item: await queries.getAttachment(db, params.id),
  }))

  route(contracts.downloadAttachment, { record: attachmentRecord }, async ({ params, request, reply }) =>
    sendFile(storage, request, reply, await queries.getAttachment(db, params.id)),
  )

  route(contracts.deleteAttachment, { record: attachmentRecord }, async ({ actor, params }) => {
    await commands.deleteAttachment(deps, actor, params.id)
    return { message: 'Attachment deleted' }
  })
}
