import type { Member } from '@atrium/tasks/projects/member.contract'
import type { MemberRole, Project } from '@atrium/tasks/projects/project.contract'
import { get, type Item, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const projectsPerPage = 24
/** More than anybody follows in a sidebar or picks a person from. */
const everything = 1000

interface ProjectFilters {
  search?: string
  archived?: boolean
}

export function projectsQuery(page = 1, { search, archived }: ProjectFilters = {}) {
  return queryOptions({
    queryKey: ['projects', { page, search, archived }],
    queryFn: ({ signal }) =>
      get<List<Project>>('/project', { page, limit: projectsPerPage, search, archived }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Every project of the user, for the sidebar and the switcher. */
export const allProjectsQuery = queryOptions({
  queryKey: ['projects', 'all'],
  queryFn: ({ signal }) => get<List<Project>>('/project', { limit: everything, orderBy: 'name' }, signal),
  select: ({ items }: List<Project>) => items,
})

export function projectQuery(id: number) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) => (await get<Item<Project>>(`/project/${id}`, {}, signal)).item,
  })
}

export function membersQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'members'],
    queryFn: ({ signal }) => get<List<Member>>(`/project/${projectId}/member`, { limit: everything }, signal),
    select: ({ items }: List<Member>) => items,
    staleTime: 5 * 60_000,
  })
}

const ranks: MemberRole[] = ['viewer', 'member', 'manager', 'owner']

/** What the server would let this role do; it decides in the end, this only hides what it would refuse. */
export function mayAs(role: MemberRole | null | undefined, atLeast: MemberRole) {
  return role != null && ranks.indexOf(role) >= ranks.indexOf(atLeast)
}
