import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Project } from './project.contract.ts'
import { findPersonalProject, getProject, holdProject, updateProject } from './project.queries.ts'

/** Once is enough: archiving again changes nothing. */
export function archiveProject(deps: Deps, actor: Actor, id: number) {
  const now = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const { ownerId, archivedAt } = await holdProject(tx, id)
    if ((await findPersonalProject(tx, ownerId)) === id)
      throw new Conflict('Your first personal project cannot be archived')
    if (archivedAt) return
    await updateProject(tx, id, { archivedAt: now, updatedAt: now })
    await emit({
      type: 'project.archived',
      projectId: id,
      actorId: actor.id,
      before: { archivedAt },
      after: { archivedAt: now },
    })
  })
}

export function restoreProject(deps: Deps, actor: Actor, id: number): Promise<Project> {
  return inTransaction(deps, async (tx, emit) => {
    const { archivedAt } = await holdProject(tx, id)
    if (!archivedAt) throw new Conflict('The project is not archived')
    await updateProject(tx, id, { archivedAt: null, updatedAt: deps.now().toISOString() })
    await emit({
      type: 'project.restored',
      projectId: id,
      actorId: actor.id,
      before: { archivedAt },
      after: { archivedAt: null },
    })
    return getProject(tx, id, actor.id)
  })
}
