import type { Project } from '@atrium/tasks/projects/project.contract'
import { useHasPermission } from '../../data/current-user.ts'
import { mayAs } from '../../data/projects.ts'

/** What the user can do in a project; an archived one is read-only until it is restored. */
export function useProjectRights({ myRole, archivedAt }: Project) {
  const looksAfterAll = useHasPermission('projects.manage.any')
  const role = looksAfterAll && myRole !== 'owner' ? 'manager' : myRole
  const isOpen = archivedAt === null
  return {
    role,
    mayManage: isOpen && mayAs(role, 'manager'),
    mayOwn: isOpen && mayAs(role, 'owner'),
    /** Members see what they deleted themselves. */
    mayReadTrash: mayAs(role, 'member'),
    mayWrite: isOpen && mayAs(role, 'member'),
    mayRestore: !isOpen && mayAs(role, 'owner'),
  }
}
