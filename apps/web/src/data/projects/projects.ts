import { getNavigation } from '@atrium/tasks/boards/navigation.contract'
import { listMembers } from '@atrium/tasks/projects/member.contract'
import { getProject, listProjects } from '@atrium/tasks/projects/project.contract'
import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { itemQuery, itemsQuery, replyQuery } from '../../api.ts'

const projectsPerPage = 24
/** More than a select can reasonably show. */
const everything = 1000

interface ProjectFilters {
  search?: string
  archived?: boolean
}

export function projectsQuery(page = 1, { search, archived }: ProjectFilters = {}) {
  return {
    ...replyQuery(['projects', { page, search, archived }], listProjects, {
      query: { page, limit: projectsPerPage, search, archived: archived ? 'true' : undefined },
    }),
    placeholderData: keepPreviousData,
  }
}

/** The user's active projects with their boards, and the starred boards; the stream reports when they change. */
export const navigationQuery = {
  ...itemQuery(['projects', 'navigation'], getNavigation),
  staleTime: 5 * 60_000,
}

export const allProjectsQuery = queryOptions({ ...navigationQuery, select: ({ projects }) => projects })

/** The project of the page, from the address alone: it is known as soon as the page is. */
export function useCurrentProject() {
  const { projectId, boardId } = useParams({ strict: false })
  const { data: projects = [] } = useQuery(allProjectsQuery)
  if (boardId === undefined) return projects.find(({ id }) => id === projectId)
  return projects.find(({ boards }) => boards.some(({ id }) => id === boardId))
}

export function projectQuery(id: number) {
  return itemQuery(['project', id], getProject, { params: { id } })
}

export function membersQuery(projectId: number) {
  return {
    ...itemsQuery(['project', projectId, 'members'], listMembers, {
      params: { id: projectId },
      query: { limit: everything },
    }),
    staleTime: 5 * 60_000,
  }
}

const ranks: MemberRole[] = ['viewer', 'member', 'manager', 'owner']

/** Whether tasks can leave a project of one role for a project of another: nobody gains rights over a task by moving it. */
export function mayMoveBetween(from: MemberRole | null, to: MemberRole | null) {
  if (!mayAs(from, 'member') || !to || !mayAs(to, 'member')) return false
  return mayAs(from, 'manager') || mayAs(from, to)
}

/** For hiding what the server would refuse to this role; the server decides. */
export function mayAs(role: MemberRole | null | undefined, atLeast: MemberRole) {
  return role != null && ranks.indexOf(role) >= ranks.indexOf(atLeast)
}
