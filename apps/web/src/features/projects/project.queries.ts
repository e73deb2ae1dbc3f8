import {
  archiveProject,
  createProject,
  type Project,
  type ProjectChanges,
  restoreProject,
  updateProject,
} from '@atrium/tasks/projects/project.contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { projectQuery } from '../../data/projects.ts'

export interface NewProject {
  name: string
  description?: string
}

export function useCreateProject() {
  const queryClient = useQueryClient()
  return useMutation({
    // The server creates one personal project for each user.
    mutationFn: (project: NewProject) => api(createProject, { body: { ...project, type: 'agency' } }),
    onSuccess: ({ item }) => keep(queryClient, item),
  })
}

export function useChangeProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: ProjectChanges) => api(updateProject, { params: { id }, body: changes }),
    onSuccess: ({ item }) => keep(queryClient, item),
  })
}

export function useArchiveProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(archiveProject, { params: { id } }),
    // Not awaited: the new state closes the settings, and the confirmation would not be shown.
    onSuccess: () => void refresh(queryClient, id),
  })
}

export function useRestoreProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(restoreProject, { params: { id } }),
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
