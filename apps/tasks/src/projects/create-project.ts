import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { NewProject, Project } from './project.contract.ts'
import { getProject, insertMember, insertProject } from './project.queries.ts'
import { mergedSettings } from './project-settings.ts'

/** The maker of a project is its owner. */
export function createProject(
  deps: Deps,
  actor: Actor,
  { type = 'agency', settings = {}, ...project }: NewProject,
): Promise<Project> {
  const toInsert = { ...project, type, settings: mergedSettings({}, settings), ownerId: actor.id }
  return inTransaction(deps, async (tx, emit) => {
    const id = await insertProject(tx, toInsert)
    await insertMember(tx, id, actor.id, 'owner')
    await emit({
      type: 'project.created',
      projectId: id,
      actorId: actor.id,
      after: { name: project.name, type },
    })
    return getProject(tx, id, actor.id)
  })
}
