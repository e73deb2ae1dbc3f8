import { type Actor, isWithinToken } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { Conflict, Forbidden, Gone } from '#errors.ts'
import { lockProject } from './project.queries.ts'
import { findProjectAccess, type RecordAccess } from './record-access.queries.ts'
import { type Right, rights } from './rights.contract.ts'
import { may } from './rights.ts'

/** First whether the actor has the right, then whether it still makes sense: a deleted record, an archived project. */
export function requireRight(actor: Actor, access: RecordAccess, right: Right) {
  const { projectId, role, deletedAt } = access
  refuseOutsideToken(actor, projectId)
  if (!may(actor, role, right)) {
    if (!role) throw new Forbidden('not_a_member', { right })
    throw new Forbidden('role_too_low', { role, requiredRole: rights[right], right })
  }
  if (deletedAt) throw new Gone('record_deleted', { deletedAt })
  if (!right.endsWith('.read')) refuseArchived(access)
}

export function refuseOutsideToken(actor: Actor, projectId: number | null) {
  if (!isWithinToken(actor, projectId)) throw new Forbidden('outside_token_projects')
}

export function refuseArchived({ archivedAt }: Pick<RecordAccess, 'archivedAt'>) {
  if (archivedAt) throw new Conflict('project_archived', { archivedAt })
}

export function refusePersonal({ type }: Pick<RecordAccess, 'type'>) {
  if (type === 'personal') throw new Conflict('personal_project_has_no_members')
}

/** Locks the project until the transaction ends and checks the right again: the actor may have just lost it. */
export async function lockProjectWithRight(tx: Database, actor: Actor, projectId: number, right: Right) {
  await lockProject(tx, projectId)
  const access = (await findProjectAccess(tx, actor.id, projectId)) as RecordAccess
  requireRight(actor, access, right)
  return access
}
