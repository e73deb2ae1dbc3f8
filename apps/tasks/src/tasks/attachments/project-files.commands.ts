import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { TooLarge } from '#errors.ts'
import { lockProject } from '#projects/project.queries.ts'
import * as queries from './project-files.queries.ts'

export function limitProjectFiles(deps: Deps, actor: Actor, id: number, limitMb: number | null) {
  return inTransaction(deps, async tx => {
    await lockProject(tx, id)
    await tx.updateTable('projects').set({ filesLimitMb: limitMb }).where('id', '=', id).execute()
    const subject = { subjectType: 'project', subjectId: id }
    await audit(deps, tx, actor, { action: 'project.files_limited', ...subject, details: { limitMb } })
    return queries.readProjectFiles(tx, deps.settings, id)
  })
}

/** Refuses a file that the project has no space for. Uploads to a limited project wait for each other. */
export async function requireSpace(tx: Database, { settings }: Deps, projectId: number, fileBytes: number) {
  if ((await queries.findAllowedBytes(tx, settings, projectId)) === undefined) return
  await queries.lockProjectFiles(tx, projectId)
  const { usedBytes, allowedBytes } = await queries.readProjectFiles(tx, settings, projectId)
  if (allowedBytes === null || usedBytes + fileBytes <= allowedBytes) return
  throw new TooLarge('project_files_full', { usedBytes, allowedBytes, fileBytes })
}
