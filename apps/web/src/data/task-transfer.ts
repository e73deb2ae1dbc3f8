import {
  duplicateTask,
  moveTaskToProject,
  type ProjectMove,
  type TaskCopy,
} from '@atrium/tasks/tasks/transfer/transfer.contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useHasPermission } from './current-user.ts'
import { allProjectsQuery, mayAs } from './projects.ts'
import { showTask } from './tasks.ts'

/** Copies the task; the copy appears right below it. */
export function useDuplicateTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...copy }: Partial<TaskCopy> & { id: number }) =>
      (await api(duplicateTask, { params: { id }, body: copy })).item,
    onSuccess: task => {
      showTask(queryClient, task)
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}

/** Resolves to the task in its new project, and what was left behind. */
export function useMoveToProject() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...target }: ProjectMove & { id: number }) =>
      api(moveTaskToProject, { params: { id }, body: target }),
    onSuccess: ({ item }) => {
      showTask(queryClient, item)
      void queryClient.invalidateQueries({ queryKey: ['task', item.id] })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}

/** The other projects in which the user can edit tasks. */
export function useTargetProjects(projectId: number) {
  const managesAllProjects = useHasPermission('projects.manage.any')
  const { data: projects = [], isPending } = useQuery({ ...allProjectsQuery, staleTime: 0 })
  const targets = projects.filter(
    ({ id, myRole }) => id !== projectId && (managesAllProjects || mayAs(myRole, 'member')),
  )
  return { targets, isPending }
}
