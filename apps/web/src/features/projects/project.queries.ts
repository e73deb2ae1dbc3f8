import type { Project } from '@atrium/tasks/projects/project.schema'
import { get, type Item, type List, post } from '@atrium/ui/api'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const projectsPerPage = 24

export function projectsQuery(page = 1) {
  return queryOptions({
    queryKey: ['projects', { page }],
    queryFn: ({ signal }) => get<List<Project>>('/project', { page, limit: projectsPerPage }, signal),
    placeholderData: keepPreviousData,
  })
}

export interface NewProject {
  name: string
  description?: string
}

export function useCreateProject() {
  const queryClient = useQueryClient()
  return useMutation({
    // Personal projects are made by the server, one for each user.
    mutationFn: (project: NewProject) => post<Item<Project>>('/project', { ...project, type: 'agency' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  })
}
