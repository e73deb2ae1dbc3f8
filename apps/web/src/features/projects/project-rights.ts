import type { Project } from '@atrium/tasks/projects/project.contract'
import { useHasPermission } from '../../data/current-user.ts'
import { mayAs } from '../../data/projects.ts'

/** What the caller may do in a project; in an archived one nothing changes until it is brought back. */
export function useProjectRights({ myRole, archivedAt }: Project) {
  const looksAfterAll = useHasPermission('projects.manage.any')
  const role = looksAfterAll && myRole !== 'owner' ? 'manager' : myRole
  const isOpen = archivedAt === null
  return {
    role,
    mayManage: isOpen && mayAs(role, 'manager'),
    mayOwn: isOpen && mayAs(role, 'owner'),
    /** Members find in the trash what they deleted themselves. */
    mayReadTrash: mayAs(role, 'member'),
    mayWrite: isOpen && mayAs(role, 'member'),
    mayRestore: !isOpen && mayAs(role, 'owner'),
  }
}
