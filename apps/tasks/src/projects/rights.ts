import type { Actor } from '#administration/actor.ts'
import { type MemberRole, type Right, rights } from './rights.contract.ts'

const roles: MemberRole[] = ['viewer', 'member', 'manager', 'owner']

/** Permissions of the service that include a right in every project, member or not. */
const everywhere: Record<string, (right: Right) => boolean> = {
  'projects.read.any': right => right === 'project.read',
  'projects.manage.any': right => isAtLeast('manager', rights[right]),
  'tasks.hard_delete.any': right => right === 'project.read' || right === 'task.hard_delete',
}

export function may({ permissions }: Pick<Actor, 'permissions'>, role: MemberRole | null, right: Right) {
  if (role && isAtLeast(role, rights[right])) return true
  return Object.entries(everywhere).some(([name, gives]) => permissions.has(name) && gives(right))
}

/**
 * Whether a user can move tasks from a project where they have `source` to one where they have `target`. What others added to
 * a task moves along, so nobody may gain rights over it by moving it.
 */
export function mayMoveOut(
  actor: Pick<Actor, 'permissions'>,
  source: MemberRole | null,
  target: MemberRole | null,
) {
  if (may(actor, source, 'task.move_out')) return true
  return source !== null && target !== null && isAtLeast(source, target)
}

/** The role a user acts with: managing every project makes them at least a manager. */
export function actingRole({ permissions }: Actor, role: MemberRole | null): MemberRole | null {
  return role !== 'owner' && permissions.has('projects.manage.any') ? 'manager' : role
}

export function isAtLeast(role: MemberRole, other: MemberRole) {
  return roles.indexOf(role) >= roles.indexOf(other)
}

/** The permissions that include a right in every project. */
export function permissionsWith(right: Right) {
  return Object.keys(everywhere).filter(name => everywhere[name]?.(right))
}

/** The roles that have a right, for a query over many projects at once. */
export function rolesWith(right: Right) {
  return roles.filter(role => isAtLeast(role, rights[right]))
}
