import type { Project } from '@atrium/tasks/projects/project.schema'
import { type Item, post } from '@atrium/ui/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'

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
