import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import {
  duplicateTask,
  moveTaskToProject,
  type ProjectMove,
  type TaskCopy,
} from '@atrium/tasks/tasks/transfer/transfer.contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { allProjectsQuery, mayMoveBetween } from '../projects/projects.ts'
import { useHasPermission } from '../session/current-user.ts'
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

/** The other projects that the user can move tasks of this project to, and whether they can move a task back. */
export function useTargetProjects(projectId: number) {
  const managesAllProjects = useHasPermission('projects.manage.any')
  const { data: projects = [], isPending } = useQuery({ ...allProjectsQuery, staleTime: 0 })
  const myRole = projects.find(({ id }) => id === projectId)?.myRole ?? null
  const targets = projects.filter(
    target => target.id !== projectId && (managesAllProjects || mayMoveBetween(myRole, target.myRole)),
  )
  const canReturn = (target: { myRole: MemberRole | null }) =>
    managesAllProjects || mayMoveBetween(target.myRole, myRole)
  return { targets, canReturn, isPending }
}
