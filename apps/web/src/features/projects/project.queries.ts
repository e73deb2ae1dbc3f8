import type { Project, ProjectChanges } from '@atrium/tasks/projects/project.contract'
import { type Item, post, put, remove } from '@atrium/ui/api'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { projectQuery } from '../../data/projects.ts'

export interface NewProject {
  name: string
  description?: string
}

export function useCreateProject() {
  const queryClient = useQueryClient()
  return useMutation({
    // Personal projects are made by the server, one for each user.
    mutationFn: (project: NewProject) => post<Item<Project>>('/project', { ...project, type: 'agency' }),
    onSuccess: ({ item }) => keep(queryClient, item),
  })
}

export function useChangeProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: ProjectChanges) => put<Item<Project>>(`/project/${id}`, changes),
    onSuccess: ({ item }) => keep(queryClient, item),
  })
}

export function useArchiveProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => remove(`/project/${id}`),
    // Not waited for: with the new state the settings close, and whoever archived would not be told.
    onSuccess: () => void refresh(queryClient, id),
  })
}

export function useRestoreProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => post<Item<Project>>(`/project/${id}/restore`),
    onSuccess: () => refresh(queryClient, id),
  })
}

function keep(queryClient: QueryClient, project: Project) {
  queryClient.setQueryData(projectQuery(project.id).queryKey, project)
  return queryClient.invalidateQueries({ queryKey: ['projects'] })
}

function refresh(queryClient: QueryClient, id: number) {
  void queryClient.invalidateQueries({ queryKey: ['projects'] })
  return queryClient.invalidateQueries({ queryKey: projectQuery(id).queryKey })
}
