import { getUser, listPermissionsOf } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import { type Right, rights } from '../rights.contract.ts'
import { isAtLeast, permissionsWith } from '../rights.ts'
import type { ProjectExplanation, ProjectFinding, ProjectQuestion } from './explanation.contract.ts'
import { findNamed, type Named } from './explanation.queries.ts'

export async function explainProjectAccess(
  db: Database,
  { userId, right, about }: ProjectQuestion,
): Promise<ProjectExplanation[]> {
  const { status } = await getUser(db, userId)
  const held = (await listPermissionsOf(db, [userId])).get(userId)
  const permissions = permissionsWith(right).filter(name => held?.has(name))
  const requiredRole = rights[right]
  const found = await findNamed(db, userId, about)
  return found.map(named => {
    const { project, task, role, groups } = named
    const finding = status === 'archived' ? 'user-is-archived' : findingFor(right, named, permissions)
    const isAllowed = finding.endsWith('suffices')
    return { project, task, isAllowed, finding, requiredRole, role, groups, permissions }
  })
}

/** Follows the order in which `requireRight` checks a request. */
function findingFor(
  right: Right,
  { role, archivedAt, deletedAt }: Named,
  permissions: string[],
): ProjectFinding {
  const isMember = role !== null && isAtLeast(role, rights[right])
  if (!isMember && permissions.length === 0) return role ? 'role-too-low' : 'not-a-member'
  if (deletedAt && !ofDeletedTasks.includes(right)) return 'task-is-deleted'
  if (archivedAt && !right.endsWith('.read')) return 'project-is-archived'
  return isMember ? 'role-suffices' : 'permission-suffices'
}

const ofDeletedTasks: Right[] = ['task.restore.any', 'task.hard_delete']
