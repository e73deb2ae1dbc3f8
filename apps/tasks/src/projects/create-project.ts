import { inTransaction } from '@atrium/database/transaction'
import { ValidationFailed } from '@atrium/http/errors'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { getProject, insertMember, insertProject } from './project.queries.ts'
import type { NewProject, Project } from './project.schema.ts'

const LARGEST_SETTINGS_BYTES = 16 * 1024

/** The maker of a project is its owner. */
export function createProject(
  deps: Deps,
  actor: Actor,
  { type = 'agency', ...project }: NewProject,
): Promise<Project> {
  if (Buffer.byteLength(JSON.stringify(project.settings ?? {})) > LARGEST_SETTINGS_BYTES) {
    throw new ValidationFailed({ settings: ['must have at most 16 KiB'] })
  }
  return inTransaction(deps, async tx => {
    const id = await insertProject(tx, { ...project, type, ownerId: actor.id })
    await insertMember(tx, id, actor.id, 'owner')
    return getProject(tx, id, actor.id)
  })
}
